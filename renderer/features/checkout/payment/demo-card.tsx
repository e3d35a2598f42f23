import { useEffect, useRef, useState } from 'react';
import { Heading, Notice, Row, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { ErrorSummary } from '../../../design/controls/fields/error-summary.tsx';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useMessages } from '../../../i18n/index.ts';
import { type CardProps, Declined, PayButton } from './pay-button.tsx';
import styles from './payment.module.css';
import { type CardField, groupDigits, readCard, type TypedCard, writeExpiry } from './read-card.ts';

const FIELDS = ['number', 'expiry', 'cvc'] as const;

interface DemoCardProps extends CardProps {
  readonly onAnswer: (result: 'passed' | 'refused') => void;
}

/** A card of the demo. What is typed stays on this page: the card's name is sent, and never its number. */
export function DemoCard(props: DemoCardProps) {
  const { started, declined, isConfirming, asks, onSubmit, onAnswer, code, keeping } = props;
  const t = useMessages('checkout');
  const [typed, setTyped] = useState<TypedCard>({ number: '', expiry: '', cvc: '' });
  const [faults, setFaults] = useState<ReturnType<typeof readCard>['faults']>(new Map());
  const [tries, setTries] = useState(0);
  const errorOf = (field: CardField) => {
    const fault = faults.get(field);
    return fault && t(`card.${field}.${fault === 'past' ? 'past' : fault}` as 'card.number.missing');
  };
  const type = (field: CardField, text: string) => {
    setTyped((before) => ({ ...before, [field]: text }));
    if (faults.has(field)) setFaults(new Map([...faults].filter(([name]) => name !== field)));
  };
  if (asks) return <Challenge {...{ started, isFee: props.isFee, onAnswer, code }} />;
  return (
    <form
      className={styles.card}
      noValidate
      aria-label={t('card.title')}
      onSubmit={(event) => {
        event.preventDefault();
        const read = readCard(typed, new Date());
        setFaults(read.faults);
        setTries((count) => count + 1);
        if (read.method !== undefined) void keeping.tell().then(() => onSubmit(read.method));
      }}
    >
      <Notice tone="info" title={t('card.demo')}>
        <p>
          {t('card.demoText')}{' '}
          <bdi dir="ltr" className={styles.number}>
            4242 4242 4242 4242
          </bdi>
        </p>
      </Notice>
      {declined && !isConfirming && (
        <Declined why={declined} isFee={props.isFee} onBilling={props.onBilling} />
      )}
      <ErrorSummary
        key={tries}
        errors={FIELDS.flatMap((field) => {
          const text = errorOf(field);
          return text === undefined ? [] : [{ fieldId: `card-${field}`, text }];
        })}
      />
      <TextField
        id="card-number"
        label={t('card.number')}
        error={errorOf('number')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        value={typed.number}
        onChange={(text) => type('number', groupDigits(text))}
      />
      <div className={styles.pair}>
        <TextField
          id="card-expiry"
          label={t('card.expiry')}
          error={errorOf('expiry')}
          inputMode="numeric"
          autoComplete="cc-exp"
          value={typed.expiry}
          onChange={(text) => type('expiry', writeExpiry(text))}
        />
        <TextField
          id="card-cvc"
          label={t('card.cvc')}
          error={errorOf('cvc')}
          inputMode="numeric"
          autoComplete="cc-csc"
          value={typed.cvc}
          onChange={(text) => type('cvc', text)}
        />
      </div>
      {props.billing}
      {keeping.box}
      <PayButton started={started} isFee={props.isFee} isPending={isConfirming} />
      <Text size="xs" tone="soft">
        {t('card.stays')}
      </Text>
    </form>
  );
}

/** What a bank would ask on a page of its own. */
function Challenge({
  started,
  isFee,
  onAnswer,
  code,
}: Pick<DemoCardProps, 'started' | 'isFee' | 'onAnswer' | 'code'>) {
  const t = useMessages('checkout');
  const money = useExactMoney();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.challenge} aria-labelledby="bank">
      <Stack gap={4}>
        <Text size="xs" tone="soft">
          {t('bank.demo')}
        </Text>
        <Heading level={2} size="l" id="bank" ref={heading}>
          {t('bank.title')}
        </Heading>
        <Text>
          {t('bank.text', { amount: money(started.amount, started.currency), isFee: String(isFee), code })}
        </Text>
        <Row gap={3}>
          <Button onPress={() => onAnswer('passed')}>{t('bank.pass')}</Button>
          <Button variant="secondary" onPress={() => onAnswer('refused')}>
            {t('bank.refuse')}
          </Button>
        </Row>
      </Stack>
    </section>
  );
}
