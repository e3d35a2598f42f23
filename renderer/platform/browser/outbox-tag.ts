/** The Background Sync tag of a vendor: the worker sends what waits when the browser says that there is a network. */
export const outboxTag = (vendor: string): string => `v:${vendor}:outbox`;
