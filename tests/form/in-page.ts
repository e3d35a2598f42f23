/** What runs in the page: each function is sent there as it is written, and may use nothing from around it. */

/** Names of lists and groups of choices that offer nothing. */
export function listsWithoutOptions(): readonly string[] {
  const choices = [...document.querySelectorAll('[role="radiogroup"]')].filter(
    (group) => !group.querySelector('input[type="radio"]'),
  );
  const selects = [...document.querySelectorAll('form select')].filter(
    (select) => !select.querySelector('option[value]:not([value=""])'),
  );
  return [...choices, ...selects].map(({ id }) => id);
}

/** Ids of fields that no label, heading or column names. */
export function fieldsWithoutName(): readonly string[] {
  const fields = document.querySelectorAll<HTMLInputElement>('form input, form textarea, form select');
  return [...fields]
    .filter((field) => {
      const ids = (field.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
      const said = [
        ...ids.map((id) => document.getElementById(id)?.textContent ?? ''),
        ...[...(field.labels ?? [])].map((label) => label.textContent ?? ''),
        field.getAttribute('aria-label') ?? '',
      ];
      return (
        field.getAttribute('aria-hidden') !== 'true' &&
        field.type !== 'file' &&
        said.every((text) => text.trim() === '')
      );
    })
    .map((field) => field.outerHTML.slice(0, 160));
}

/** Fills every field that is shown, and those that come by it. @returns how many */
export async function answerEverything(): Promise<number> {
  const done = new Set<Element>();
  const set = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) => {
    // React listens to what the browser's own setter does.
    const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    own?.set?.call(field, value);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
  for (let round = 0; round < 6; round += 1) {
    const fields = [
      ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
        '[role="tabpanel"] :is(input, textarea, select)',
      ),
    ].filter((field) => !done.has(field) && !field.disabled && field.getAttribute('aria-hidden') !== 'true');
    if (fields.length === 0) break;
    for (const field of fields) {
      done.add(field);
      if (!field.isConnected) continue;
      if (field instanceof HTMLSelectElement) {
        const option = [...field.options].find(({ value }) => value !== '');
        if (option) set(field, option.value);
      } else if (field.type === 'radio') {
        const group = field.closest('[role="radiogroup"], tr') ?? field;
        if (!group.querySelector(':checked')) field.click();
      } else if (field.type === 'checkbox') {
        if (field instanceof HTMLInputElement && !field.checked) field.click();
      } else if (!field.readOnly && field.type !== 'file' && field.role !== 'combobox') {
        set(field, field.inputMode === 'numeric' || field.inputMode === 'decimal' ? '12' : 'Answered');
      }
      await pause();
    }
  }
  return done.size;
}
