import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { embedPart } from './embed-part.ts';

const takes = (origin: string) =>
  z.safeParse(z.object(embedPart.fields), { embed: { origins: [origin] } }).success;

it.each(['https://partner.example', 'https://xn--bcher-kva.example:8443', 'http://localhost:4174'])(
  'a vendor names one site - %s',
  (origin) => expect(takes(origin)).toBe(true),
);

it.each([
  'https://*',
  'https://*.example',
  'https://a.example;sandbox',
  'https://a.example,b',
  "https://a$'.example",
  'https://partner.example/',
  'http://partner.example',
])('what would be more than one site in a policy, or something else in it, is refused - %s', (origin) =>
  expect(takes(origin)).toBe(false),
);
