import type { JsonObject } from '../../model/fhir-json.ts';
import { stringOf } from '../../model/fhir-json.ts';
import { type Evaluation, partOf, type Variables } from './evaluation.ts';
import type { Place } from './response-places.ts';

export interface Entry {
  readonly fullUrl: string;
  readonly resource: JsonObject;
  readonly request: JsonObject;
}

const CONDITIONS = ['ifNoneMatch', 'ifModifiedSince', 'ifMatch', 'ifNoneExist'] as const;

/**
 * The entry of an extracted resource. What the author says of it are FHIRPath texts in the parts of an extension (SDC,
 * definitionExtract, templateExtract, observationExtractEntry). With an id it is an update, otherwise a creation.
 */
export function bundleEntry(
  evaluation: Evaluation,
  place: Place,
  variables: Variables,
  described: JsonObject | undefined,
  fallbackUrl: string,
  resource: JsonObject,
): Entry {
  const text = (part: string): string | undefined => {
    const found = described && partOf(described, part);
    return evaluation.textAt(place, variables, stringOf(found?.valueString));
  };
  const resourceId = text('resourceId')?.replace(/^urn:uuid:/, '') ?? stringOf(resource.id);
  const type = stringOf(resource.resourceType) ?? '';
  const { resourceType, id: _id, ...rest } = resource;
  const conditions = CONDITIONS.flatMap((name) => {
    const value = text(name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    fullUrl: text('fullUrl') ?? fallbackUrl,
    resource: { resourceType, ...(resourceId === undefined ? {} : { id: resourceId }), ...rest },
    request: {
      method: resourceId === undefined ? 'POST' : 'PUT',
      url: resourceId === undefined ? type : `${type}/${resourceId}`,
      ...Object.fromEntries(conditions),
    },
  };
}
