/** For the tests, which are TypeScript: see `supervise.mjs`. */
export interface SupervisePorts {
  readonly cleanUp?: () => Promise<unknown>;
  readonly log?: (line: string) => void;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number, stop: AbortSignal) => Promise<void>;
  readonly signals?: Pick<NodeJS.Process, 'on' | 'off'>;
}

export function supervise(
  runOnce: (onReady: () => void) => Promise<number>,
  ports?: SupervisePorts,
): Promise<number>;
