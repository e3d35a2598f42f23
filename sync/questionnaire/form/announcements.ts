import type { Form, NodeId } from '../model/contract.ts';

/** Who hears of changed nodes, and which changes wait to be told. */
export interface Announcements extends Pick<Form, 'subscribe' | 'onChange'> {
  note(id: NodeId): void;
  /** Tells each listener once of what was noted. Listeners may change the form themselves. */
  announce(): void;
}

export function createAnnouncements(): Announcements {
  const listeners = new Map<NodeId, Set<() => void>>();
  const observers = new Set<(changed: ReadonlySet<NodeId>) => void>();
  let changed = new Set<NodeId>();
  return {
    note(id) {
      changed.add(id);
    },
    announce() {
      const settled = changed;
      if (settled.size === 0) return;
      changed = new Set();
      const calls = [...settled].flatMap((id) => [...(listeners.get(id) ?? [])]);
      for (const observer of observers) calls.push(() => observer(settled));
      const errors: unknown[] = [];
      for (const call of calls) {
        try {
          call();
        } catch (error) {
          errors.push(error);
        }
      }
      // One broken listener must not keep the others from hearing; it is still heard of itself.
      if (errors.length > 0) throw errors[0];
    },
    subscribe(id, listener) {
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set);
      // Wrapped, so that one function may subscribe twice and each subscription ends by itself.
      const own = () => listener();
      set.add(own);
      return () => {
        set.delete(own);
        if (set.size === 0 && listeners.get(id) === set) listeners.delete(id);
      };
    },
    onChange(listener) {
      const own = (ids: ReadonlySet<NodeId>) => listener(ids);
      observers.add(own);
      return () => {
        observers.delete(own);
      };
    },
  };
}
