/** Which of an expression's paths lead into the form's own definition, which never changes, and which to answers. */
import { codeOf, linkIdsIn } from './lint-expression-sites.ts';

/** Whether a name behind `%` is the form's own definition, or a part of it. */
export type IsDefinition = (name: string) => boolean;

/** A path into the form's definition, without what it reads of the response in its parameters. */
function skipPath(code: string, start: number): { readonly end: number; readonly inside: string } {
  let end = start;
  let inside = '';
  for (;;) {
    const step = /\s*(?:\.\s*(?:[A-Za-z_]\w*|`[^`]*`|\$this)|(?=[([]))\s*/y;
    step.lastIndex = end;
    const found = step.exec(code);
    if (found === null) return { end, inside };
    end = step.lastIndex;
    if (code[end] !== '(' && code[end] !== '[') continue;
    const from = end;
    let depth = 0;
    const token = /'(?:[^'\\]|\\[\s\S])*'|[([)\]]/g;
    token.lastIndex = end;
    for (let next = token.exec(code); next !== null; next = token.exec(code)) {
      if (next[0] === '(' || next[0] === '[') depth += 1;
      else if (next[0] === ')' || next[0] === ']') depth -= 1;
      end = token.lastIndex;
      if (depth === 0) break;
    }
    if (depth > 0) return { end: code.length, inside };
    inside += ` ${code.slice(from + 1, end - 1)}`;
  }
}

const DEFINITION = /^(?:questionnaire|qitem)$/;
const MASK = '\u0000';
/** Paths inside of paths; ends hostile nesting. */
const MAX_DEPTH = 20;
/** Longer ones are never run, so what they read doesn't matter. */
const MAX_LENGTH = 20_000;

/** Code in which every path into the form's definition is one mask. What such a path reads of the response in its parameters is kept. */
function withoutDefinition(code: string, isDefinition: IsDefinition, depth = 0): string {
  if (depth > MAX_DEPTH || code.length > MAX_LENGTH) return code;
  const root = new RegExp(
    `'(?:[^'\\\\]|\\\\[\\s\\S])*'|%(?:\`([^\`]*)\`|([A-Za-z_]\\w*))|\\(\\s*${MASK}(?:\\s*\\|\\s*${MASK})*\\s*\\)|${MASK}(?=\\s*\\.)`,
    'g',
  );
  const own = new Set<string>();
  let rest = code;
  const kept: string[] = [];
  for (let changed = true; changed; ) {
    changed = false;
    let out = '';
    let from = 0;
    root.lastIndex = 0;
    for (let found = root.exec(rest); found !== null; found = root.exec(rest)) {
      const [text, quoted, plain] = found;
      const name = quoted ?? plain;
      if (text.startsWith("'")) continue;
      if (name !== undefined && !DEFINITION.test(name) && !own.has(name) && !isDefinition(name)) continue;
      const { end, inside } = skipPath(rest, root.lastIndex);
      const others = /'(?:[^'\\]|\\[\s\S])*'|%(?:`[^`]*`|[A-Za-z_]\w*)/g;
      for (let part = others.exec(inside); part !== null; part = others.exec(inside)) {
        if (part[0].startsWith("'")) continue;
        const path = inside.slice(part.index, skipPath(inside, others.lastIndex).end);
        others.lastIndex = part.index + path.length;
        kept.push(withoutDefinition(path, (known) => own.has(known) || isDefinition(known), depth + 1));
      }
      changed ||= text !== MASK || end > root.lastIndex;
      out += `${rest.slice(from, found.index)}${MASK}`;
      from = end;
      root.lastIndex = end;
    }
    rest = out + rest.slice(from);
    for (const [, name = ''] of rest.matchAll(
      new RegExp(`\\bdefineVariable\\(\\s*'([^']*)'\\s*,\\s*${MASK}\\s*\\)`, 'g'),
    ))
      own.add(name);
  }
  return [rest, ...kept].join(' ; ');
}

/** Whether an expression gives nothing but a part of the form's definition. */
export function givesDefinition(source: string, isDefinition: IsDefinition): boolean {
  return (
    withoutDefinition(codeOf(source, true).replaceAll(MASK, ' '), isDefinition).split(' ; ')[0]?.trim() ===
    MASK
  );
}

/** linkIds of which an expression reads answers, rather than what the form's definition says of them. */
export function answersNamed(source: string, isDefinition: IsDefinition): readonly string[] {
  return linkIdsIn(withoutDefinition(codeOf(source, true).replaceAll(MASK, ' '), isDefinition));
}
