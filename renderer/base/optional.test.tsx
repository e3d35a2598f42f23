import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { optional } from './optional.ts';

let unmount = () => {};
afterEach(() => unmount());

function show(part: React.ReactNode) {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  root.render(
    <main>
      <p>What somebody is writing</p>
      <Suspense fallback={null}>{part}</Suspense>
    </main>,
  );
  unmount = () => {
    root.unmount();
    host.remove();
  };
}

const offline = async () => {
  throw new TypeError('Failed to fetch dynamically imported module');
};

describe('a part that a screen can do without', () => {
  test('comes when it is there', async () => {
    const Part = optional(async () => () => <p>Numbers</p>);
    show(<Part />);
    await expect.element(page.getByText('Numbers')).toBeVisible();
  });

  test('leaves the screen alone - it can not be fetched', async () => {
    const Part = optional(offline, () => <p>Call the local number</p>);
    show(<Part />);
    await expect.element(page.getByText('Call the local number')).toBeVisible();
    await expect.element(page.getByText('What somebody is writing')).toBeVisible();
  });
});
