import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lintQuestionnaire } from '../lint-questionnaire.ts';
import * as engine from '../model/extensions.ts';
import * as operations from '../model/sdc-extensions.ts';
import { form, Q } from '../testing/lint-cases.ts';
import { isRead, READ_EXTENSIONS, type Reader } from './read-extensions.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';

/** What a file does, without what it only declares, imports and says. */
function codeOf(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/^import [\s\S]*?;$/gm, '');
}

const isCode = (path: string) => !/\.test\.|testing\/|extensions\.ts$|sync\/questionnaire\/lint\//.test(path);
const sources = (pattern: string, more: readonly string[] = []) =>
  [...globSync(pattern, { cwd: root }).filter(isCode), ...more].map(codeOf).join('\n');
const FOLDERS: Readonly<Record<Reader, string>> = {
  engine: sources('sync/questionnaire/**/*.ts'),
  operations: sources('sync/questionnaire/operations/**/*.ts', ['sync/questionnaire/lint/lint-scope.ts']),
  screen: sources('renderer/form/**/*.{ts,tsx}', ['renderer/form/values/item-extensions.ts']),
};

/** The constants that hold an address, alone or in a list. */
function constantsOf(address: string): readonly string[] {
  return [engine, operations].flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => {
      const all = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
      const older = name === 'OLDER_ADDRESSES' ? Object.values(operations.OLDER_ADDRESSES).flat() : [];
      return [...all, ...older].includes(address) ? [name] : [];
    }),
  );
}

const literal = (address: string) => {
  const last = address.split('/').at(-1) ?? '';
  return `(?:[}/']|sdc-questionnaire-)${last.replace(/^sdc-questionnaire-/, '').replaceAll('.', '\\.')}['\`]`;
};

const LISTED = Object.entries(READ_EXTENSIONS).flatMap(([reader, addresses]) =>
  addresses.map((address) => ({ reader: reader as Reader, address })),
);

describe('the extensions that are read', () => {
  it.each(LISTED)('$reader reads $address', ({ reader, address }) => {
    const names = constantsOf(address).map((name) => `\\b${name}\\b`);
    expect(FOLDERS[reader]).toMatch(new RegExp([...names, literal(address)].join('|')));
  });

  it('are all that the code names', () => {
    const known: readonly string[] = [
      // Of responses, not of forms.
      engine.RESPONSE_SIGNATURE,
      engine.PRECISION,
      // Read so that the operation can say that it doesn't follow it.
      operations.TARGET_STRUCTURE_MAP,
      operations.SOURCE_STRUCTURE_MAP,
      // Read for its name alone: nothing of it is shown.
      engine.CONTEXT_EXPRESSION,
    ];
    const constants = [engine, operations]
      .flatMap((module) => Object.values(module))
      .flatMap((value) => (typeof value === 'string' ? [value] : Array.isArray(value) ? value : []));
    const written = Object.values(FOLDERS).flatMap((code) =>
      [...code.matchAll(/\$\{(CORE|SDC)\}([\w-]+)/g)].map(([, base, name = '']) =>
        base === 'CORE' ? `${CORE}${name}` : `${SDC}${name.replace('sdc-questionnaire-', '')}`,
      ),
    );
    const all = [...constants, ...written].filter((address) => address.startsWith('http'));
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter((address) => !isRead(address) && !known.includes(address))).toEqual([]);
  });
});

describe('extension-not-read', () => {
  const ours = { url: 'https://care.example/ours', extension: [{ url: 'https://care.example/part' }] };
  const remarks = (source: unknown) =>
    lintQuestionnaire(source).filter(({ code }) => code === 'extension-not-read');

  it('names each place once, with the item, and nothing of what is in it', () => {
    const found = remarks(
      form(
        [
          {
            linkId: 'g',
            type: 'group',
            text: 'G',
            item: [{ ...Q, _text: { extension: [ours] }, extension: [{ url: `${CORE}regex` }, ours] }],
          },
        ],
        { extension: [ours] },
      ),
    );
    expect(found.map(({ path, linkId }) => [path, linkId])).toEqual([
      ['Questionnaire.extension[0]', undefined],
      ['Questionnaire.item[0].item[0]._text.extension[0]', 'q'],
      ['Questionnaire.item[0].item[0].extension[1]', 'q'],
    ]);
  });

  it('finds what stands in an extension that is read', () => {
    const label = { url: `${SDC}openLabel`, valueString: 'Other', _valueString: { extension: [ours] } };
    expect(remarks(form([{ ...Q, extension: [label] }]))).toMatchObject([
      { path: 'Questionnaire.item[0].extension[0]._valueString.extension[0]' },
    ]);
  });

  it('says what it means that one is not read', () => {
    const said = (name: string) =>
      remarks(form([{ ...Q, extension: [{ url: `${SDC}${name}` }] }])).map(({ message }) => message);
    expect(said('performerType')).toEqual([expect.stringContaining('whatever their role')]);
    expect(said('lookupQuestionnaire')).toEqual([expect.stringContaining('no other form is opened')]);
  });

  it('says nothing of what is read, of parts of a complex extension, or of templates in the form', () => {
    const everything = LISTED.map(({ address }) => ({ url: address, extension: [{ url: 'part' }] }));
    expect(
      remarks(
        form([Q], {
          extension: everything,
          contained: [{ resourceType: 'Patient', id: 't', extension: [ours] }],
        }),
      ),
    ).toEqual([]);
  });

  it('ends in hostile nesting', () => {
    let deep: object = ours;
    for (let level = 0; level < 5000; level += 1) deep = { url: `${CORE}translation`, extension: [deep] };
    expect(remarks(form([Q], { extension: [deep] }))).toEqual([]);
  });
});
