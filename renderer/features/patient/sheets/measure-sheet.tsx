import { useEffect, useRef, useState } from 'react';
import { heightOf, weightOf } from '../../../../sync/domain/health/make-resources.ts';
import type { Height, Weight } from '../../../../sync/domain/health/resources.ts';
import { Notice, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { SegmentedChoice } from '../../../design/controls/choices/segmented-choice.tsx';
import { NumberField } from '../../../design/controls/number/number-field.tsx';
import { useDecimalMark } from '../../../form/controls/number/decimal-mark.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { stated } from '../profile/changes.ts';
import {
  isUnusualHeight,
  isUnusualWeight,
  MAX,
  type Reading,
  readHeight,
  readWeight,
  type TypedHeight,
  type TypedWeight,
  typedHeight,
  typedWeight,
  type UnitSystem,
} from '../profile/typed-measures.ts';
import type { ShownEntry } from '../profile/use-profile.ts';
import { isHeight, useCustomary, useMeasureWords } from '../profile/value-words.ts';
import { EditSheet, type SheetProps } from './edit-sheet.tsx';
import styles from './sheets.module.css';

interface MeasureSheetProps extends SheetProps {
  readonly height: ShownEntry | undefined;
  readonly weight: ShownEntry | undefined;
}

const measureOf = (entry: ShownEntry | undefined): Height | Weight | undefined => {
  const resource = entry?.record.resource;
  return resource?.resourceType === 'Observation' && 'valueQuantity' in resource ? resource : undefined;
};
const asHeight = (entry: ShownEntry | undefined): Height | undefined => {
  const measure = measureOf(entry);
  return measure && isHeight(measure) ? measure : undefined;
};
const asWeight = (entry: ShownEntry | undefined): Weight | undefined => {
  const measure = measureOf(entry);
  return measure && !isHeight(measure) ? measure : undefined;
};

/** What is typed, what of it was touched, and what it reads as. What wasn't touched is never sent, however it is shown. */
function useTypedBody(before: { readonly height: Height | undefined; readonly weight: Weight | undefined }) {
  const mark = useDecimalMark();
  const customary = useCustomary();
  const [system, setSystem] = useState<UnitSystem>(customary ? 'customary' : 'metric');
  const [height, setHeight] = useState(() => typedHeight(before.height, mark));
  const [weight, setWeight] = useState(() => typedWeight(before.weight, mark));
  const [touched, setTouched] = useState({ height: false, weight: false });
  const habits = { decimalMark: mark };
  const read = {
    height: readHeight(height, system, habits),
    weight: readWeight(weight, system, habits),
  };
  return {
    ...{ system, height, weight, touched, read },
    typeHeight(part: Partial<TypedHeight>) {
      setHeight({ ...height, ...part });
      setTouched({ ...touched, height: true });
    },
    typeWeight(part: Partial<TypedWeight>) {
      setWeight({ ...weight, ...part });
      setTouched({ ...touched, weight: true });
    },
    /** What can be read goes along, converted; what can't stays where it was typed. */
    choose(next: UnitSystem) {
      setSystem(next);
      if (touched.height && read.height.status === 'read')
        setHeight({ ...typedHeight(read.height.value, mark), ...inOwn(height, system) });
      if (touched.weight && read.weight.status === 'read')
        setWeight({ ...typedWeight(read.weight.value, mark), ...inOwn(weight, system) });
    },
  };
}

/** What was typed in a system stays there as it was typed. */
function inOwn<Typed extends object>(typed: Typed, system: UnitSystem): Partial<Typed> {
  const own = system === 'customary' ? ['feet', 'inches', 'pounds'] : ['centimeters', 'kilograms'];
  return Object.fromEntries(Object.entries(typed).filter(([name]) => own.includes(name))) as Partial<Typed>;
}

/** Height and weight, in the units of the country first. */
export function MeasureSheet({ height: tall, weight: heavy, ...sheet }: MeasureSheetProps) {
  const t = useMessages('patient');
  const words = useMeasureWords();
  const body = useTypedBody({ height: asHeight(tall), weight: asWeight(heavy) });
  const [asked, setAsked] = useState(false);
  /** No state: the press that confirms also submits. */
  const confirmed = useRef(false);
  const [tried, setTried] = useState(false);
  const { system, touched, read } = body;
  const customary = system === 'customary';
  const isNothing = !touched.height && !touched.weight && !tall && !heavy;
  const problem = {
    height: touched.height || isNothing ? problemOf(read.height) : undefined,
    weight: touched.weight ? problemOf(read.weight) : undefined,
  };
  const unusual = [
    ...(touched.height && read.height.status === 'read' && isUnusualHeight(read.height.value)
      ? [words.height(read.height.value).main]
      : []),
    ...(touched.weight && read.weight.status === 'read' && isUnusualWeight(read.weight.value)
      ? [words.weight(read.weight.value).main]
      : []),
  ];
  const typed = () => {
    setAsked(false);
    confirmed.current = false;
  };
  const changes = () => {
    setTried(true);
    if (problem.height || problem.weight) return undefined;
    if (unusual.length > 0 && !confirmed.current) {
      setAsked(true);
      return undefined;
    }
    return [
      ...(touched.height && read.height.status === 'read' ? [stated('height', read.height.value, tall)] : []),
      ...(touched.weight && read.weight.status === 'read'
        ? [stated('weight', read.weight.value, heavy)]
        : []),
    ];
  };
  return (
    <EditSheet {...sheet} title={t('sheet.body')} read={changes}>
      <SegmentedChoice
        label={t('unit.system')}
        options={[
          { id: 'customary', label: t('unit.customary') },
          { id: 'metric', label: t('unit.metric') },
        ]}
        value={system}
        onChange={(id) => body.choose(id === 'metric' ? 'metric' : 'customary')}
      />
      <HeightFields
        {...{ body, customary }}
        problem={tried ? problem.height : undefined}
        onType={(part) => {
          typed();
          body.typeHeight(part);
        }}
      />
      <WeightField
        {...{ body, customary }}
        problem={tried ? problem.weight : undefined}
        onType={(part) => {
          typed();
          body.typeWeight(part);
        }}
      />
      {asked && unusual.length > 0 && (
        <Unusual
          values={unusual}
          onConfirm={() => {
            confirmed.current = true;
          }}
        />
      )}
    </EditSheet>
  );
}

type Problem = 'empty' | 'unreadable' | 'outside' | 'inches';
const problemOf = (reading: Reading<unknown>): Problem | undefined =>
  reading.status === 'read' ? undefined : reading.status;

type TypedBody = ReturnType<typeof useTypedBody>;
interface FieldsProps<Typed> {
  readonly body: TypedBody;
  readonly customary: boolean;
  readonly problem: Problem | undefined;
  readonly onType: (part: Partial<Typed>) => void;
}

function HeightFields({ body, customary, problem, onType }: FieldsProps<TypedHeight>) {
  const t = useMessages('patient');
  const words = useMeasureWords();
  const { height, read } = body;
  const max = words.height(heightOf(MAX.centimeters, 'cm')).main;
  const error =
    problem &&
    t(problem === 'outside' ? 'number.height' : problem === 'inches' ? 'number.inches' : 'number.missing', {
      max,
    });
  return (
    <div className={styles.measure}>
      {customary ? (
        <div className={styles.pair}>
          <NumberField
            id="health-feet"
            label={t('field.feet')}
            unit={t('unit.feet')}
            value={height.feet}
            error={problem === 'inches' ? undefined : error}
            onChange={(feet) => onType({ feet })}
          />
          <NumberField
            id="health-inches"
            label={t('field.inches')}
            unit={t('unit.inches')}
            value={height.inches}
            error={problem === 'inches' ? error : undefined}
            onChange={(inches) => onType({ inches })}
          />
        </div>
      ) : (
        <NumberField
          id="health-centimeters"
          label={t('height')}
          unit={t('unit.centimeters')}
          value={height.centimeters}
          error={error}
          onChange={(centimeters) => onType({ centimeters })}
        />
      )}
      <Same of={read.height} words={(value) => words.height(value)} customary={customary} />
    </div>
  );
}

function WeightField({ body, customary, problem, onType }: FieldsProps<TypedWeight>) {
  const t = useMessages('patient');
  const words = useMeasureWords();
  const { weight, read } = body;
  const max = words.weight(
    weightOf(customary ? MAX.pounds : MAX.kilograms, customary ? '[lb_av]' : 'kg'),
  ).main;
  return (
    <div className={styles.measure}>
      <NumberField
        id="health-weight"
        label={t('weight')}
        unit={t(customary ? 'unit.pounds' : 'unit.kilograms')}
        value={customary ? weight.pounds : weight.kilograms}
        error={problem && t(problem === 'outside' ? 'number.weight' : 'number.missing', { max })}
        onChange={(value) => onType(customary ? { pounds: value } : { kilograms: value })}
      />
      <Same of={read.weight} words={(value) => words.weight(value)} customary={customary} />
    </div>
  );
}

interface SameProps<Value> {
  readonly of: Reading<Value>;
  readonly words: (value: Value) => { readonly main: string; readonly other: string };
  readonly customary: boolean;
}

/** What was typed, in the other units. Its room is there from the start, so that nothing jumps. */
function Same<Value>({ of, words, customary }: SameProps<Value>) {
  const t = useMessages('patient');
  const isUsual = useCustomary() === customary;
  const value = of.status === 'read' ? words(of.value) : undefined;
  return (
    <div className={styles.same}>
      {value && (
        <Text size="xs" tone="soft" tabular>
          {t('same', { value: `\u2068${isUsual ? value.other : value.main}\u2069` })}
        </Text>
      )}
    </div>
  );
}

interface UnusualProps {
  readonly values: readonly string[];
  readonly onConfirm: () => void;
}

/** Asked about, and never refused. */
function Unusual({ values, onConfirm }: UnusualProps) {
  const t = useMessages('patient');
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={styles.unusual}>
      <Notice tone="warning" title={t('unusual')} live="status">
        <Stack gap={3}>
          <Text>{t('unusual.text', { values: format.list(values) })}</Text>
          <div>
            <Button type="submit" variant="secondary" onPress={onConfirm}>
              {t('unusual.right')}
            </Button>
          </div>
        </Stack>
      </Notice>
    </div>
  );
}
