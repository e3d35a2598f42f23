import { expect, test } from 'vitest';
import { isUsablePin } from './staff-pin.ts';

test.each(['', '12345', '1234567890123', '12345a', '111111', '123456', '987654', '٥٨٢٩١٤'])(
  'K7: %s is no PIN',
  (pin) => {
    expect(isUsablePin(pin)).toBe(false);
  },
);

test.each(['582914', '402817', '112233445566'])('%s is one', (pin) => {
  expect(isUsablePin(pin)).toBe(true);
});
