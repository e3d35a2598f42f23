/** Loaded before a server (`--import`): what it asks of Apple goes to who plays Apple on this machine. */
const APPLE = 'https://appleid.apple.com/';
const port = process.env.TEST_APPLE_PORT;
const real = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (port === undefined || !url.startsWith(APPLE)) return real(input, init);
  const headers = new Headers(init?.headers);
  headers.set('x-forwarded-proto', 'https');
  headers.set('x-forwarded-host', new URL(APPLE).host);
  return real(`http://127.0.0.1:${port}/${url.slice(APPLE.length)}`, { ...init, headers });
};
