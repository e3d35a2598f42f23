import { expect, test, vi } from 'vitest';
import { createBackgroundSync } from './background-sync.ts';
import { outboxTag } from './outbox-tag.ts';

type Container = Pick<ServiceWorkerContainer, 'getRegistration'>;
const registered = (registration: object): Container => ({
  getRegistration: vi.fn<Container['getRegistration']>(async () => registration as ServiceWorkerRegistration),
});
const ask = (container: Container | undefined) =>
  createBackgroundSync({ vendor: 'willow', container }).request();

test("asks under the vendor's own name, where the browser has Background Sync and a worker", async () => {
  const register = vi.fn<(tag: string) => Promise<void>>(async () => undefined);
  const container = registered({ active: {}, sync: { register } });
  await ask(container);
  expect(container.getRegistration).toHaveBeenCalledWith('/connect/willow/');
  expect(register.mock.calls).toEqual([[outboxTag('willow')]]);
});

// Safari and Firefox have none (WebKit 182565, workbox#2386), and a permission may be refused.
test.each<readonly [string, Container | undefined]>([
  ['no service workers', undefined],
  ['no Background Sync', registered({ active: {} })],
  ['something else of that name', registered({ active: {}, sync: true })],
  [
    'no worker yet',
    registered({ active: null, sync: { register: () => Promise.reject(new Error('none')) } }),
  ],
  [
    'no permission',
    registered({
      active: {},
      sync: { register: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
    }),
  ],
])('failure-23: is a bonus, whose absence nobody notices - %s', async (_what, container) => {
  await expect(ask(container)).resolves.toBeUndefined();
});
