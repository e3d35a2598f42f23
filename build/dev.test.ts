import { expect, test } from 'vitest';
import { useSource } from './dev.ts';

test("The development page keeps the server's theme and data - only the built app is replaced by its source", () => {
  const page = useSource(
    '<head><link rel="stylesheet" href="/connect/willow/files/theme.1.css"><script type="module" crossorigin src="/assets/index-1.js"></script><link rel="modulepreload" crossorigin href="/assets/v-1.js"><link rel="stylesheet" crossorigin href="/assets/index-1.css"></head><body><script type="application/json" id="carefront-bootstrap">{}</script></body>',
  );
  expect(page).toBe(
    '<head><link rel="stylesheet" href="/connect/willow/files/theme.1.css"></head><body><script type="application/json" id="carefront-bootstrap">{}</script><script type="module" src="/renderer/app/main.tsx"></script></body>',
  );
});
