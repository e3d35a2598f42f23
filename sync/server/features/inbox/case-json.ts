/** A case as JSON: its answers are put in as the text that they are already, so that a large form costs the main thread nothing. */
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { CaseText } from './case-view.ts';

type Serialize = ReturnType<typeof serializerCompiler>;

function hasAnswers(value: unknown): value is Pick<CaseText, 'shown'> {
  return typeof value === 'object' && value !== null && 'shown' in value && 'receipt' in value;
}

export function serializeWithAnswers(route: Parameters<typeof serializerCompiler>[0]): Serialize {
  const serialize = serializerCompiler(route);
  return (value) => {
    const json = serialize(value);
    if (!hasAnswers(value)) return json;
    const { answers, flagged } = value.shown;
    return `${json.slice(0, -1)},"answers":${answers},"flagged":${flagged}}`;
  };
}
