import { useState } from 'react';
import type { OrderAction } from '../../../../sync/domain/orders/order-guards.ts';
import {
  type ConsoleOrder,
  consoleOrderSchema,
  trackingSchema,
} from '../../../../sync/protocol/api/console-orders.ts';
import { Icon, NativeButton, Notice, TextLink } from '../../../design/basic/index.ts';
import { CheckboxRow, NativeSelect, TextField } from '../../../design/controls/index.ts';
import { useFormat, useLocalized, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { DecideForm } from '../decide/decide-form.tsx';
import styles from './order-screen.module.css';

/** What moves an order on, the first of them being what is meant. */
const FORWARD = [
  'desk-payment',
  'preparing',
  'ready_for_pickup',
  'shipped',
  'delivered',
  'picked_up',
] as const satisfies readonly OrderAction[];
/** What isn't as it was meant to be. */
const WRONG = [
  'exception',
  'refused',
  'returned',
  'refund',
  'cancel',
] as const satisfies readonly OrderAction[];
/** Asked for something first. */
const FORMS: ReadonlySet<OrderAction> = new Set([
  'shipped',
  'tracking',
  'refund',
  'cancel',
  'exception',
  'refused',
  'returned',
]);

interface OrderActionsProps {
  readonly found: ConsoleOrder;
  readonly onChange: (found: ConsoleOrder) => void;
}

export function OrderActions({ found, onChange }: OrderActionsProps) {
  const t = useMessages('order-desk');
  const textOf = useFailureText();
  const format = useFormat();
  const { api } = useConsole();
  const [opened, open] = useState<OrderAction>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { order, actions, dueAtDesk } = found;
  const may = (action: OrderAction) => actions.includes(action);
  const ask = async (path: string, body: unknown) => {
    setBusy(true);
    setFailure(undefined);
    const answer = await api.ask('POST', `orders/${order.id}/${path}`, consoleOrderSchema, body);
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    open(undefined);
    onChange(answer.value);
  };
  const start = (action: OrderAction) => {
    setFailure(undefined);
    if (FORMS.has(action)) open(action);
    else if (action === 'desk-payment') void ask('desk-payment', { amount: dueAtDesk });
    else void ask('fulfillment', { to: action });
  };
  const words = (action: Action) =>
    t(`action.${action}`, { amount: format.money(dueAtDesk, order.currency) });
  const [first, ...rest] = FORWARD.filter(may);
  const others = [...rest, ...(['tracking'] as const).filter(may)];
  const wrong = WRONG.filter(may);
  return (
    <section className={styles.part} aria-label={t('actions')}>
      {opened ? (
        <ActionForm {...{ opened, found, isBusy, ask }} onCancel={() => open(undefined)} />
      ) : (
        <>
          {first && (
            <NativeButton disabled={isBusy} className={styles.primary} onClick={() => start(first)}>
              {words(first)}
            </NativeButton>
          )}
          <Beside
            {...{ others, wrong, words, isBusy }}
            slip={may('packing-slip') ? order.id : undefined}
            onStart={start}
          />
          {!first && others.length === 0 && wrong.length === 0 && (
            <p className={styles.soft}>{t('actions.none')}</p>
          )}
        </>
      )}
      {failure && (
        <Notice tone="warning" live="alert">
          {textOf(failure)}
        </Notice>
      )}
    </section>
  );
}

type Action = (typeof FORWARD)[number] | 'tracking' | (typeof WRONG)[number];

interface BesideProps {
  readonly others: readonly Action[];
  readonly wrong: readonly Action[];
  readonly words: (action: Action) => string;
  readonly isBusy: boolean;
  /** The order that there is a packing slip of. */
  readonly slip: string | undefined;
  readonly onStart: (action: Action) => void;
}

/** What else moves the order on, and apart from it what is for when it goes wrong. */
function Beside({ others, wrong, words, isBusy, slip, onStart }: BesideProps) {
  const t = useMessages('order-desk');
  const { vendor } = useConsole();
  const button = (action: Action, variant: 'secondary' | 'quiet') => (
    <NativeButton
      key={action}
      variant={variant}
      className={styles.small}
      disabled={isBusy}
      onClick={() => onStart(action)}
    >
      {words(action)}
    </NativeButton>
  );
  return (
    <>
      {(others.length > 0 || slip !== undefined) && (
        <div className={styles.others}>
          {others.map((action) => button(action, 'secondary'))}
          {slip !== undefined && (
            <TextLink
              to="/console/$vendor/orders/$orderId/slip"
              params={{ vendor, orderId: slip }}
              className={styles.slip}
              standalone
            >
              <Icon name="print" size={20} />
              {t('slip')}
            </TextLink>
          )}
        </div>
      )}
      {wrong.length > 0 && (
        <section className={styles.wrong} aria-labelledby="wrong">
          <p id="wrong" className={styles.soft}>
            {t('actions.wrong')}
          </p>
          <div className={styles.others}>{wrong.map((action) => button(action, 'quiet'))}</div>
        </section>
      )}
    </>
  );
}

interface ActionFormProps {
  readonly opened: OrderAction;
  readonly found: ConsoleOrder;
  readonly isBusy: boolean;
  readonly ask: (path: string, body: unknown) => Promise<void>;
  readonly onCancel: () => void;
}

function ActionForm(props: ActionFormProps) {
  const { opened } = props;
  if (opened === 'shipped' || opened === 'tracking') return <TrackingForm {...props} />;
  if (opened === 'refund') return <RefundForm {...props} />;
  return <NoteForm {...props} />;
}

function TrackingForm({ opened, isBusy, ask, onCancel }: ActionFormProps) {
  const t = useMessages('order-desk');
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  const [isJudged, setJudged] = useState(false);
  const tracking = trackingSchema.safeParse({ carrier, number });
  const submit = () => {
    setJudged(true);
    if (tracking.success)
      void ask('fulfillment', { ...(opened === 'shipped' && { to: 'shipped' }), tracking: tracking.data });
  };
  const wrong = (field: string) =>
    isJudged && tracking.error?.issues.some(({ path }) => path[0] === field) === true;
  return (
    <DecideForm title={t('ship.title')} submit={t('ship.submit')} {...{ isBusy, onCancel }} onSubmit={submit}>
      <TextField
        label={t('ship.carrier')}
        value={carrier}
        onChange={setCarrier}
        error={wrong('carrier') ? t('ship.carrier.wrong') : undefined}
      />
      <TextField
        label={t('ship.number')}
        value={number}
        onChange={setNumber}
        autoComplete="off"
        spellCheck={false}
        error={wrong('number') ? t('ship.number.wrong') : undefined}
      />
    </DecideForm>
  );
}

/** Why it is cancelled, or what went wrong on the way. */
function NoteForm({ opened, isBusy, ask, onCancel }: ActionFormProps) {
  const t = useMessages('order-desk');
  const [text, setText] = useState('');
  const [isJudged, setJudged] = useState(false);
  const isCancel = opened === 'cancel';
  const submit = () => {
    setJudged(true);
    const note = text.trim();
    if (note === '') return;
    void (isCancel ? ask('cancellation', { reason: note }) : ask('fulfillment', { to: opened, note }));
  };
  return (
    <DecideForm
      title={t(isCancel ? 'cancel.title' : 'note.title')}
      submit={t(isCancel ? 'cancel.submit' : 'note.submit')}
      {...{ isBusy, onCancel }}
      onSubmit={submit}
    >
      <TextField
        label={t('reason')}
        multiline
        value={text}
        onChange={setText}
        error={isJudged && text.trim() === '' ? t('reason.missing') : undefined}
      />
    </DecideForm>
  );
}

/** By the unit, so that what is given back is exactly what was taken for it. */
function RefundForm({ found, isBusy, ask, onCancel }: ActionFormProps) {
  const t = useMessages('order-desk');
  const format = useFormat();
  const localized = useLocalized();
  const { order, refundable } = found;
  const [id] = useState(() => crypto.randomUUID());
  const [units, setUnits] = useState<Readonly<Record<string, number>>>({});
  const [shipping, setShipping] = useState(false);
  const [reason, setReason] = useState('');
  const [isJudged, setJudged] = useState(false);
  const sum = refundable.lines.reduce(
    (all, { sku, units: amounts }) =>
      all + amounts.slice(0, units[sku] ?? 0).reduce((one, amount) => one + amount, 0),
    shipping ? refundable.shipping : 0,
  );
  const submit = () => {
    setJudged(true);
    if (sum === 0 || sum > refundable.most || reason.trim() === '') return;
    const lines = Object.entries(units).flatMap(([sku, quantity]) =>
      quantity > 0 ? [{ sku, quantity }] : [],
    );
    void ask('refund', { id, lines, shipping, reason: reason.trim() });
  };
  return (
    <DecideForm
      title={t('refund.title')}
      submit={
        sum === 0 ? t('action.refund') : t('refund.submit', { amount: format.money(sum, order.currency) })
      }
      {...{ isBusy, onCancel }}
      onSubmit={submit}
    >
      <div className={styles.refunded}>
        {refundable.lines
          .filter((line) => line.units.length > 0)
          .map(({ sku, units: amounts }) => {
            const line = order.lines.find((one) => one.sku === sku);
            const name = line ? localized(line.name) : sku;
            const set = (count: number) => setUnits((before) => ({ ...before, [sku]: count }));
            const [single, ...more] = amounts;
            if (single !== undefined && more.length === 0)
              return (
                <CheckboxRow
                  key={sku}
                  label={t('refund.one', { name, amount: format.money(single, order.currency) })}
                  isSelected={units[sku] === 1}
                  onChange={(isSelected) => set(isSelected ? 1 : 0)}
                />
              );
            return (
              <NativeSelect
                key={sku}
                label={name}
                canClear={false}
                options={[0, ...amounts.map((_, index) => index + 1)].map((count) => ({
                  id: String(count),
                  label: t('refund.units', {
                    count,
                    amount: format.money(
                      amounts.slice(0, count).reduce((all, one) => all + one, 0),
                      order.currency,
                    ),
                  }),
                }))}
                value={String(units[sku] ?? 0)}
                onChange={(count) => set(Number(count))}
              />
            );
          })}
        {refundable.shipping > 0 && (
          <CheckboxRow
            label={t('refund.shipping', { amount: format.money(refundable.shipping, order.currency) })}
            isSelected={shipping}
            onChange={setShipping}
          />
        )}
      </div>
      <TextField
        label={t('reason')}
        multiline
        value={reason}
        onChange={setReason}
        error={isJudged && reason.trim() === '' ? t('reason.missing') : undefined}
      />
      {isJudged && (sum === 0 || sum > refundable.most) && (
        <Notice tone="warning" live="alert">
          {t(sum === 0 ? 'refund.nothing' : 'refund.most', {
            amount: format.money(refundable.most, order.currency),
          })}
        </Notice>
      )}
    </DecideForm>
  );
}
