import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { follow, navigatorTree, type Walk } from '../../../sync/domain/navigator/navigator.ts';

/** How far a visit has come, as its address says it: a number, and nothing of what was chosen. */
const depthOf = (hash: string): number => (/^\d{1,2}$/.test(hash) ? Number(hash) : 0);

/**
 * What was chosen so far. Kept by this page alone: the address holds how many choices there were, so that every step is one entry of the history, and a page that
 * is loaded again starts over.
 */
export function useWalk() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const depth = depthOf(useLocation({ select: ({ hash }) => hash }));
  const [made, setMade] = useState<Walk>([]);
  const go = (to: number, replace = false) =>
    navigate({
      to: '/discovery/chat',
      ...(to === 0 ? {} : { hash: String(to) }),
      replace,
      resetScroll: false,
    });

  // An address from before the page was loaded: its choices are gone.
  useEffect(() => {
    if (depth > made.length) void go(made.length, true);
  });

  const { id, node, walk } = follow(navigatorTree, made.slice(0, depth));
  return {
    ...{ id, node, walk },
    /** What was chosen here before going back. */
    chosen: made[depth],
    choose(choice: string) {
      if (made[depth] !== choice) setMade([...walk, choice]);
      void go(depth + 1);
    },
    back: () => history.back(),
    restart() {
      setMade([]);
      void go(0);
    },
  };
}
