/** Starts with the server, after judging, and stops before it. */
export interface Job {
  readonly name: string;
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}
