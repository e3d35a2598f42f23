import type { Attachment, QuestionnaireItem } from 'fhir/r4.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { compileQuestionnaire, createForm } from '../../../sync/questionnaire/index.ts';
import { render } from '../../design/testing/render.tsx';
import { FormProvider } from '../context/form-context.tsx';
import type { FormFiles, PreparedFile } from '../files/files.ts';
import { FormItems } from '../form-items.tsx';
import { loadControls } from '../question/registry.tsx';

beforeAll(() => loadControls(['attachment']));

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const PHOTO: QuestionnaireItem = {
  linkId: 'rash',
  type: 'attachment',
  text: 'A photo of the spot',
  extension: [
    { url: `${CORE}mimeType`, valueCode: 'image/jpeg' },
    { url: `${CORE}mimeType`, valueCode: 'application/pdf' },
  ],
};
const SEVERAL: QuestionnaireItem = {
  ...PHOTO,
  repeats: true,
  extension: [...(PHOTO.extension ?? []), { url: `${CORE}questionnaire-maxOccurs`, valueInteger: 2 }],
};

/** A device that writes down what is asked of it, in order. */
function createFiles(fault?: { readonly code: string }) {
  const log: string[] = [];
  const kept = new Map<string, PreparedFile>();
  const files: FormFiles = {
    mostBytes: 12_000_000,
    mostFiles: 3,
    async keep(file) {
      if (fault) throw Object.assign(new Error(fault.code), fault);
      const url = `urn:carefront:blob:${kept.size + 1}`;
      kept.set(url, file);
      log.push(`keep ${file.title}`);
      return { url, contentType: file.contentType, size: file.content.size, title: file.title };
    },
    read: async ({ url }) => kept.get(url ?? '')?.content,
    async drop({ title }) {
      log.push(`drop ${title}`);
    },
  };
  return { files, log };
}

function show(item: QuestionnaireItem, { files, log }: ReturnType<typeof createFiles>) {
  const compiled = compileQuestionnaire({
    resourceType: 'Questionnaire',
    status: 'active',
    url: 'https://care.example/q',
    item: [item],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const form = createForm(compiled.plan, { language: 'en' });
  const flush = async () => {
    const given = form.read(form.root[0] ?? '')?.answers.length ?? 0;
    log.push(`save ${given}`);
  };
  render(
    <FormProvider form={form} files={files} flush={flush}>
      <FormItems nodes={form.root} />
    </FormProvider>,
  );
  const attachments = (): readonly Attachment[] =>
    (form.read(form.root[0] ?? '')?.answers ?? []).flatMap((answer) =>
      answer.type === 'Attachment' ? answer.value : [],
    );
  return { form, attachments };
}

async function photo(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(300, 200);
  canvas.getContext('2d')?.fillRect(0, 0, 300, 200);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
}

/** As if it had been chosen in the picker, which a page can't open for a test. */
async function pick(source: string, ...picked: readonly File[]) {
  const input = () => document.querySelector<HTMLInputElement>(`input[data-source=${source}]`);
  await expect.poll(input).not.toBeNull();
  const data = new DataTransfer();
  for (const file of picked) data.items.add(file);
  const element = input();
  if (!element) return;
  element.files = data.files;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('a question for a photo', () => {
  test('keeps the photo on the device, and only what names it in the answer', async () => {
    const device = createFiles();
    const { attachments } = show(PHOTO, device);
    await pick('photos', await photo('spot.png'));
    await expect.element(page.getByText('spot.jpg')).toBeVisible();
    expect(attachments()).toEqual([
      { url: 'urn:carefront:blob:1', contentType: 'image/jpeg', size: expect.any(Number), title: 'spot.jpg' },
    ]);
    // Its picture is read from the device.
    await expect.poll(() => document.querySelector('li img')?.getAttribute('src')).toMatch(/^blob:/);
    expect(device.log).toEqual(['keep spot.jpg', 'save 1']);
  });

  test('drops a photo only after a draft without it has been saved', async () => {
    const device = createFiles();
    const { attachments } = show(PHOTO, device);
    await pick('photos', await photo('spot.png'));
    await userEvent.click(page.getByRole('button', { name: 'Remove spot.jpg' }));
    await expect.poll(() => device.log).toEqual(['keep spot.jpg', 'save 1', 'save 0', 'drop spot.jpg']);
    expect(attachments()).toEqual([]);
  });

  test('puts a new photo in the place of the old one', async () => {
    const device = createFiles();
    const { attachments } = show(PHOTO, device);
    await pick('photos', await photo('first.png'));
    await expect.element(page.getByRole('button', { name: 'Replace photo' })).toBeVisible();
    await pick('photos', await photo('second.png'));
    await expect.poll(() => device.log.at(-1)).toBe('drop first.jpg');
    expect(attachments().map(({ title }) => title)).toEqual(['second.jpg']);
  });

  test('takes several at once, up to as many as the question wants', async () => {
    const device = createFiles();
    const { attachments } = show(SEVERAL, device);
    await pick('photos', await photo('one.png'), await photo('two.png'), await photo('three.png'));
    await expect.element(page.getByText('You can add 2 files. Remove one to choose another.')).toBeVisible();
    expect(attachments().map(({ title }) => title)).toEqual(['one.jpg', 'two.jpg']);
    expect(page.getByRole('button', { name: /^Choose/ }).elements()).toEqual([]);
  });

  test('keeps a document as it is', async () => {
    const { attachments } = show(PHOTO, createFiles());
    await pick('files', new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' }));
    await expect
      .poll(attachments)
      .toMatchObject([{ contentType: 'application/pdf', size: 8, title: 'letter.pdf' }]);
  });

  test.each([
    ['quota', /This device is full/],
    ['locked', /Unlock on the home page/],
    ['unknown', /couldn’t save it on this device/],
  ])('says what to do, and keeps the rest of the form - the device answers %s', async (code, words) => {
    const { attachments } = show(PHOTO, createFiles({ code }));
    await pick('photos', await photo('spot.png'));
    await expect.element(page.getByText(words)).toBeVisible();
    expect(attachments()).toEqual([]);
  });

  test('says what fits - another kind of file, or a broken photo', async () => {
    show(PHOTO, createFiles());
    await pick('files', new File(['x'], 'a.txt', { type: 'text/plain' }));
    await expect.element(page.getByText(/Use JPG or PDF\./)).toBeVisible();
    await pick('photos', new File(['x'], 'a.jpg', { type: 'image/jpeg' }));
    await expect.element(page.getByText(/couldn’t read the file/)).toBeVisible();
  });

  test('shows the photo of a draft of the first version, which is in the answer', async () => {
    const { form } = show(PHOTO, createFiles());
    const content = new Uint8Array(await (await photo('a.png')).arrayBuffer());
    const data = btoa(String.fromCharCode(...content));
    form.answer(form.root[0] ?? '', [
      {
        type: 'Attachment',
        value: { contentType: 'image/png', data, size: content.length, title: 'old.png' },
      },
    ]);
    await expect.element(page.getByText('old.png')).toBeVisible();
    await expect.poll(() => document.querySelector('li img')?.getAttribute('src')).toMatch(/^blob:/);
  });
});
