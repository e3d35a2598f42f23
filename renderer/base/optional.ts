import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const Nothing = () => null;

/**
 * A part that a screen can do without, in a chunk of its own. Where it can't be fetched (offline before the worker has kept it)
 * `Instead` is there, and the screen goes on: a missing footer line must never take away what somebody is writing.
 */
export function optional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props> = Nothing,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: Instead };
    }
  });
}
