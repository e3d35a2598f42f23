import type { Reference, Signature } from 'fhir/r4.js';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Notice } from '../../design/basic/status/notice.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { SegmentedChoice } from '../../design/controls/choices/segmented-choice.tsx';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { SignaturePad } from '../../design/controls/fields/signature-pad.tsx';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { useFormSettings } from '../context/form-context.tsx';
import { type Signed, signatureIn, signatureOf, signatureView } from './signature.ts';
import styles from './signature-control.module.css';

export interface SignatureControlProps {
  readonly id?: string | undefined;
  /** Why the form wants it now (`signature-required`). */
  readonly error?: ReactNode;
  /** Who signs, where that is known; otherwise the name that is typed. */
  readonly signer?: Reference | undefined;
}

/** Below the last question: what signing means, and two ways to do it, of which the keyboard does one. */
export function SignatureControl({ id, error, signer }: SignatureControlProps) {
  const t = useMessages('controls');
  const { form } = useFormSettings();
  const own = useId();
  const controlId = id ?? own;
  const [signature, setSignature] = useState(() => signatureIn(form.response()));
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    if (!signature) return undefined;
    // The engine takes it away with the first answer that changes.
    return form.onChange(() => {
      if (signatureIn(form.response()) !== undefined) return;
      setSignature(undefined);
      setGone(true);
    });
  }, [form, signature]);
  const sign = (signed: Signed) => {
    const next = signatureOf(signed, {
      questionnaire: form.plan.questionnaire,
      when: new Date().toISOString(),
      who: signer,
    });
    form.sign(next);
    setSignature(next);
    setGone(false);
  };
  const undo = () => {
    form.sign(undefined);
    setSignature(undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be in a column with a gap
    <div role="group" aria-labelledby={`${controlId}-title`} className={styles.signature}>
      <Text as="div" size="m" strong id={`${controlId}-title`}>
        {t('signature.title')}
      </Text>
      <div>
        <div role="status" className={styles.gone}>
          {isGone && (
            <Notice tone="warning">
              <Text>{t('signature.gone')}</Text>
            </Notice>
          )}
        </div>
        <Text>{t('signature.consent')}</Text>
      </div>
      {signature ? (
        <SignedView id={controlId} signature={signature} onUndo={undo} />
      ) : (
        <Signing id={controlId} error={error} onSign={sign} />
      )}
    </div>
  );
}

interface SigningProps {
  readonly id: string;
  readonly error: ReactNode;
  readonly onSign: (signed: Signed) => void;
}

function Signing({ id, error, onSign }: SigningProps) {
  const t = useMessages('controls');
  const [way, setWay] = useState<'draw' | 'type'>('draw');
  const [strokes, setStrokes] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const given = way === 'draw' ? strokes.length > 0 : name.trim() !== '';
  const shown = given ? undefined : isMissing ? t(`signature.missing.${way}`) : error;
  const sign = () => {
    setMissing(!given);
    if (given) onSign(way === 'draw' ? { way, strokes } : { way, name });
    else focusField(way === 'draw' ? `${id}-way` : id);
  };
  return (
    <>
      <SegmentedChoice
        id={`${id}-way`}
        label={t('signature.way')}
        options={[
          { id: 'draw', label: t('signature.draw') },
          { id: 'type', label: t('signature.type') },
        ]}
        value={way}
        onChange={(next) => setWay(next === 'type' ? 'type' : 'draw')}
      />
      {way === 'draw' ? (
        <SignaturePad
          id={id}
          label={t('signature.pad')}
          hint={t('signature.padHint')}
          error={shown}
          strokes={strokes}
          onChange={setStrokes}
          description={t(strokes.length > 0 ? 'signature.drawn' : 'signature.empty')}
        />
      ) : (
        <TextField
          id={id}
          label={t('signature.name')}
          error={shown}
          value={name}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          onChange={setName}
        />
      )}
      <div className={styles.actions}>
        <Button variant="secondary" onPress={sign}>
          {t('signature.sign')}
        </Button>
        {way === 'draw' && strokes.length > 0 && (
          <Button
            variant="quiet"
            onPress={() => {
              setStrokes([]);
              focusField(`${id}-way`);
            }}
          >
            {t('signature.clear')}
          </Button>
        )}
      </div>
    </>
  );
}

interface SignedViewProps {
  readonly id: string;
  readonly signature: Signature;
  readonly onUndo: () => void;
}

function SignedView({ id, signature, onUndo }: SignedViewProps) {
  const t = useMessages('controls');
  const format = useFormat();
  const { picture, name } = signatureView(signature);
  const status = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => status.current?.focus(), []);
  return (
    <div ref={status} id={id} tabIndex={-1} className={styles.signed}>
      {picture !== undefined && <img src={picture} alt="" className={styles.picture} />}
      {name !== undefined && (
        <Text size="l" dir="auto">
          {name}
        </Text>
      )}
      <Text tone="soft">
        {t('signature.signed', {
          date: format.dateTime(signature.when, { dateStyle: 'long', timeStyle: 'short' }),
        })}
      </Text>
      <div className={styles.actions}>
        <Button variant="quiet" onPress={onUndo}>
          {t('signature.undo')}
        </Button>
      </div>
    </div>
  );
}
