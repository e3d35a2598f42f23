/** Counts the components that React calls, in builds for production too: by the hook that its developer tools use. */

interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** Runs in the page before React does; fills `window.benchRenders` from when `counting` is set. */
export function countRenders(): void {
  // Function, class, forwardRef, memo and plain memo components; the flag says that one has been called.
  const components = new Set([0, 1, 11, 14, 15]);
  const PERFORMED_WORK = 1;
  const renders = { count: 0, counting: false };
  const visit = (first: Fiber) => {
    const waiting: Fiber[] = [first];
    for (let fiber = waiting.pop(); fiber; fiber = waiting.pop()) {
      const before = fiber.alternate;
      if (components.has(fiber.tag) && (!before || fiber.flags & PERFORMED_WORK)) renders.count += 1;
      // The same children as before: nothing below was called.
      if (before && before.child === fiber.child) continue;
      for (let child = fiber.child; child; child = child.sibling) waiting.push(child);
    }
  };
  Object.assign(window, {
    benchRenders: renders,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      checkDCE() {},
      onScheduleFiberRoot() {},
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      onCommitFiberRoot(_id: number, root: { readonly current: Fiber }) {
        // Some commit a thousand times while they mount; looking through all of it would take minutes.
        if (renders.counting) visit(root.current);
      },
    },
  });
}
