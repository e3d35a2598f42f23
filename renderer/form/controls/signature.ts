/** A patient's signature as FHIR stores it. Pure but for base64. */
import type {
  Coding,
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  Reference,
  Signature,
} from 'fhir/r4.js';
import {
  type SignatureKind,
  signatureKinds,
  signaturesOf,
} from '../../../sync/questionnaire/plan/signature.ts';
import { PAD } from '../../design/controls/fields/signature-pad.tsx';

/** ASTM E1762, the signature type of who wrote it: what FHIR's own value set begins with. */
const AUTHOR: Coding = {
  system: 'urn:iso-astm:E1762-95:2013',
  code: '1.2.840.10065.1.12.1.1',
  display: 'Author’s Signature',
};

export type Signed =
  | { readonly way: 'draw'; readonly strokes: readonly string[] }
  | { readonly way: 'type'; readonly name: string };

/** Of the form and of each of its items. */
function kindsIn(element: Questionnaire | QuestionnaireItem): readonly SignatureKind[] {
  return [...signatureKinds(element), ...(element.item ?? []).flatMap(kindsIn)];
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

/** @returns '' where it is no base64 of a text. */
function textOfBase64(data: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(data), (character) => character.charCodeAt(0)),
    );
  } catch {
    return '';
  }
}

/** Black on nothing, for any paper. */
function drawingOf(strokes: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PAD.width} ${PAD.height}" fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${strokes.map((path) => `<path d="${path}"/>`).join('')}</svg>`;
}

/**
 * @param when - FHIR instant
 * @param who - the signer, where the caller knows more than what was typed
 */
export function signatureOf(
  signed: Signed,
  { questionnaire, when, who }: { questionnaire: Questionnaire; when: string; who?: Reference | undefined },
): Signature {
  const asked = kindsIn(questionnaire).flatMap(({ codings }) => codings.slice(0, 1));
  const named =
    signed.way === 'type' ? { type: 'Patient', display: signed.name.trim() } : { type: 'Patient' };
  return {
    type: asked.length > 0 ? asked : [AUTHOR],
    when,
    who: who ?? named,
    sigFormat: signed.way === 'draw' ? 'image/svg+xml' : 'text/plain',
    data: base64(signed.way === 'draw' ? drawingOf(signed.strokes) : signed.name.trim()),
  };
}

/** Whether the form, or a part of it, asks for a signature. */
export function wantsSignature(questionnaire: Questionnaire): boolean {
  return kindsIn(questionnaire).length > 0;
}

/** The signature that a response carries. */
export function signatureIn(response: QuestionnaireResponse): Signature | undefined {
  return signaturesOf(response)[0];
}

/** What can be shown of it: a picture's address, or the name as it was typed. */
export function signatureView({ sigFormat = '', data = '' }: Signature): {
  readonly picture?: string;
  readonly name?: string;
} {
  if (/^image\/(svg\+xml|png|jpeg)$/.test(sigFormat)) return { picture: `data:${sigFormat};base64,${data}` };
  return sigFormat === 'text/plain' ? { name: textOfBase64(data) } : {};
}
