/** Typing into a field as a hardware keyboard would: at the caret, over the selection, and so that React hears of it. */

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** A field of this type tells nobody where its caret is (HTML: "do not apply"), and text is typed at its end. */
function selectionOf(field: TextControl): readonly [number, number] {
  const { length } = field.value;
  return [field.selectionStart ?? length, field.selectionEnd ?? length];
}

/** React keeps a setter of its own on each input, and hears of a change only where that one wasn't used. */
function setNatively(field: TextControl, value: string): void {
  const prototype =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

function replace(field: TextControl, from: number, to: number, text: string, inputType: string): void {
  const { value } = field;
  const wanted = new InputEvent('beforeinput', {
    bubbles: true,
    cancelable: true,
    inputType,
    data: text || null,
  });
  if (!field.dispatchEvent(wanted)) return;
  setNatively(field, value.slice(0, from) + text + value.slice(to));
  if (field.selectionStart !== null) field.setSelectionRange(from + text.length, from + text.length);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: text || null }));
}

export function insertText(field: TextControl, text: string): void {
  const [from, to] = selectionOf(field);
  // A browser stops there, too, where a field has a limit of its own.
  if (field.maxLength >= 0 && field.value.length - (to - from) + text.length > field.maxLength) return;
  replace(field, from, to, text, 'insertText');
}

/** @returns what was deleted: the selection, or the character before the caret, accents and joined signs included. */
export function deleteBackward(field: TextControl): string {
  const [from, to] = selectionOf(field);
  if (from === to && from === 0) return '';
  const start = from < to ? from : from - lastCharacter(field.value.slice(0, from)).length;
  const gone = field.value.slice(start, to);
  replace(field, start, to, '', 'deleteContentBackward');
  return gone;
}

function lastCharacter(text: string): string {
  return Array.from(new Intl.Segmenter().segment(text)).at(-1)?.segment ?? '';
}
