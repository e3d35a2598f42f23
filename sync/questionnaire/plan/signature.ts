import type { Coding, Extension, Signature } from 'fhir/r4.js';
import { RESPONSE_SIGNATURE, SIGNATURE_REQUIRED } from '../model/extensions.ts';
import { extensionsOf, isObject, objectsOf, stringOf } from '../model/fhir-json.ts';

/** One questionnaire-signatureRequired: the codings of which a signature must have one. Empty where any signature will do. */
export interface SignatureKind {
  readonly display: string;
  readonly codings: readonly Pick<Coding, 'system' | 'code'>[];
}

/** Signatures that a Questionnaire or an item asks for. */
export function signatureKinds(element: unknown): readonly SignatureKind[] {
  return extensionsOf(element, SIGNATURE_REQUIRED).map(({ valueCodeableConcept: concept }) => {
    const codings = isObject(concept) ? objectsOf(concept.coding) : [];
    return {
      display:
        (isObject(concept) ? stringOf(concept.text) : undefined) ??
        codings.flatMap(({ display, code }) => stringOf(display) ?? stringOf(code) ?? [])[0] ??
        '',
      codings: codings.flatMap(({ system, code }) => {
        const known = stringOf(code);
        if (known === undefined) return [];
        const named = stringOf(system);
        return [named === undefined ? { code: known } : { system: named, code: known }];
      }),
    };
  });
}

function isSignature(value: unknown): value is Signature {
  return (
    isObject(value) &&
    Array.isArray(value.type) &&
    value.type.every(isObject) &&
    typeof value.when === 'string' &&
    isObject(value.who)
  );
}

/** The signatures that a response or one of its items carries (questionnaireresponse-signature). */
export function signaturesOf(element: unknown): readonly Signature[] {
  return extensionsOf(element, RESPONSE_SIGNATURE).flatMap(({ valueSignature: value }) =>
    isSignature(value) ? [value] : [],
  );
}

export function signatureExtension(signature: Signature): Extension {
  return { url: RESPONSE_SIGNATURE, valueSignature: signature };
}

/** Whether one of the signatures is of the kind that is asked for; a kind without codings takes any. */
export function isSigned(kind: SignatureKind, signatures: readonly Signature[]): boolean {
  if (kind.codings.length === 0) return signatures.length > 0;
  return signatures.some(({ type }) =>
    type.some(({ system, code }) =>
      kind.codings.some((wanted) => wanted.code === code && (wanted.system ?? system) === system),
    ),
  );
}

/** Reads a signature that a snapshot kept. */
export function readSignature(value: unknown): Signature | undefined {
  return isSignature(value) ? value : undefined;
}
