import { useState } from 'react';

/**
 * Keeps what was typed for as long as it means the stored value: "72," stays "72," under the fingers, and a value that changed
 * from elsewhere (another unit, a restored draft) replaces it.
 */
export function useTypedText<Value>(
  value: Value,
  write: (value: Value) => string,
  isMeaning: (typed: string, value: Value) => boolean,
): readonly [text: string, setTyped: (text: string) => void] {
  const [typed, setTyped] = useState(() => write(value));
  return [isMeaning(typed, value) ? typed : write(value), setTyped];
}
