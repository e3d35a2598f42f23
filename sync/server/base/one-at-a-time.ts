/**
 * One question about each key at a time: all who ask while one is under way share the next, which begins once that is over. So no answer is of before it was
 * asked for, and however many ask, the one who answers has one question to answer.
 */
export function oneAtATime<About, Answer>(
  ask: (about: About) => Promise<Answer>,
  keyOf: (about: About) => string,
): (about: About) => Promise<Answer> {
  const asked = new Map<string, { readonly over: Promise<unknown>; next?: Promise<Answer> }>();

  function begin(key: string, about: About): Promise<Answer> {
    const answer = ask(about);
    const asking: { readonly over: Promise<unknown>; next?: Promise<Answer> } = {
      over: answer.then(
        () => undefined,
        () => undefined,
      ),
    };
    asked.set(key, asking);
    void asking.over.then(() => {
      if (!asking.next) asked.delete(key);
    });
    return answer;
  }

  return (about) => {
    const key = keyOf(about);
    const asking = asked.get(key);
    if (!asking) return begin(key, about);
    asking.next ??= asking.over.then(() => begin(key, about));
    return asking.next;
  };
}
