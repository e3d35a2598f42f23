/** A promise whose work begins with the first that waits for it: an `await`, a `then`, or React's `use`. To hold it costs nothing. */
export function onDemand<Value>(begin: () => Promise<Value>): Promise<Value> {
  let begun: Promise<Value> | undefined;
  const promise = () => {
    begun ??= begin();
    return begun;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise in all but when it begins
    then: (onFulfilled, onRejected) => promise().then(onFulfilled, onRejected),
    catch: (onRejected) => promise().catch(onRejected),
    finally: (onFinally) => promise().finally(onFinally),
    [Symbol.toStringTag]: 'Promise',
  };
}
