import { useState } from 'react';
import { Stack } from '../design/basic/index.ts';
import {
  Button,
  CheckboxRow,
  ChoiceRows,
  Combobox,
  DateField,
  ErrorSummary,
  FilePicker,
  MultiChoiceRows,
  NumberField,
  ProgressSegments,
  SegmentedChoice,
  Select,
  Slider,
  TextField,
  TimeField,
} from '../design/controls/index.ts';
import { Example, Examples } from './example.tsx';

const often = [
  { id: '0', label: 'Not at all' },
  { id: '1', label: 'Several days' },
  { id: '2', label: 'More than half the days' },
  { id: '3', label: 'Nearly every day', description: 'On most mornings, for most of the day' },
];
const medicines = [
  { id: 'a', label: 'Sertraline' },
  { id: 'b', label: 'Citalopram' },
  { id: 'c', label: 'Fluoxetine' },
  { id: 'none', label: 'None of these' },
];
const places = [
  'Arizona',
  'California',
  'Colorado',
  'Idaho',
  'Montana',
  'Nevada',
  'New Mexico',
  'Oregon',
  'Utah',
  'Washington',
  'Wyoming',
].map((label) => ({ id: label, label }));
const sections = [
  { title: 'About you', done: true, current: false },
  { title: 'The last two weeks', done: false, current: true },
  { title: 'Your health', done: false, current: false },
  { title: 'Contact', done: false, current: false },
];

export function ControlExamples() {
  return (
    <>
      <Choices />
      <Fields />
      <WholeForm />
    </>
  );
}

function Choices() {
  const [one, setOne] = useState<string | null>('1');
  const [none, setNone] = useState<string | null>(null);
  const [several, setSeveral] = useState<readonly string[]>(['a', 'c']);
  const [agreed, setAgreed] = useState(false);
  return (
    <Examples title="Choices">
      <Example name="One of several">
        <ChoiceRows
          label="Over the last two weeks, how often did you feel down?"
          hint="Choose what fits best."
          options={often}
          value={one}
          onChange={setOne}
        />
      </Example>
      <Example name="With an error">
        <ChoiceRows
          label="Do you take blood thinners?"
          error="Choose Yes or No to go on."
          options={[
            { id: 'y', label: 'Yes' },
            { id: 'n', label: 'No' },
          ]}
          value={none}
          onChange={setNone}
        />
      </Example>
      <Example name="Several, one of them alone">
        <MultiChoiceRows
          label="Which of these do you take?"
          options={medicines}
          exclusiveIds={['none']}
          value={several}
          onChange={setSeveral}
        />
      </Example>
      <Example name="A statement to agree to">
        <Stack gap={4}>
          <CheckboxRow
            label="I have read the consent to telehealth and agree to it."
            isSelected={agreed}
            onChange={setAgreed}
          />
          <CheckboxRow
            label="I agree that the clinic may text me."
            error="Check this box to continue."
            isSelected={false}
            onChange={setAgreed}
          />
        </Stack>
      </Example>
    </Examples>
  );
}

function Fields() {
  const [text, setText] = useState('');
  const [long, setLong] = useState('Mostly in the evening, and more at weekends.');
  const [weight, setWeight] = useState('72,5');
  const [wrong, setWrong] = useState('about 70');
  const [date, setDate] = useState('1985-03-12');
  const [wrongDate, setWrongDate] = useState('1985-02-31');
  const [time, setTime] = useState('');
  const [place, setPlace] = useState<string | null>(null);
  const [unit, setUnit] = useState('kg');
  const [pain, setPain] = useState<number | null>(null);
  const [files, setFiles] = useState([{ id: 'x', name: 'Letter from Dr Amadi.pdf', size: 1_240_000 }]);
  return (
    <Examples title="Fields">
      <Example name="Text">
        <Stack gap={5}>
          <TextField label="First name" value={text} onChange={setText} autoComplete="given-name" />
          <TextField
            label="Email"
            hint="Only for this answer."
            optionalWord
            value={text}
            onChange={setText}
            type="email"
            error="An email address has an @ in it, like name@example.org."
          />
          <TextField
            label="What else should we know?"
            multiline
            maxLength={60}
            value={long}
            onChange={setLong}
          />
        </Stack>
      </Example>
      <Example name="Numbers">
        <Stack gap={5}>
          <NumberField label="Your weight" unit={unit} value={weight} onChange={setWeight} />
          <SegmentedChoice
            label="Unit of weight"
            hideLabel
            options={[
              { id: 'kg', label: 'kg' },
              { id: 'lb', label: 'lb' },
            ]}
            value={unit}
            onChange={setUnit}
          />
          <NumberField
            label="Your height"
            unit="cm"
            value={wrong}
            onChange={setWrong}
            error="Enter your height in figures, like 170."
          />
          <Slider
            label="How strong is the pain?"
            min={0}
            max={10}
            minLabel="No pain"
            maxLabel="The worst pain"
            value={pain}
            onChange={setPain}
          />
        </Stack>
      </Example>
      <Example name="Dates and times">
        <Stack gap={5}>
          <DateField
            label="Your date of birth"
            hint="For example 3 12 1985"
            value={date}
            onChange={setDate}
            autoComplete="bday"
          />
          <DateField
            label="Since when?"
            value={wrongDate}
            onChange={setWrongDate}
            error="February 1985 has 28 days. Check the day."
          />
          <DateField
            label="When was your last check-up?"
            hint="The month is enough."
            precision="month"
            value=""
            onChange={() => undefined}
          />
          <TimeField label="When do you usually fall asleep?" value={time} onChange={setTime} />
        </Stack>
      </Example>
      <Example name="Lists and files">
        <Stack gap={5}>
          <Combobox label="Where are you right now?" options={places} value={place} onChange={setPlace} />
          <Select
            label="Who fills this in?"
            options={[
              { id: 'me', label: 'I do, for myself' },
              { id: 'parent', label: 'A parent' },
              { id: 'carer', label: 'A carer' },
            ]}
            value={place === null ? null : 'me'}
            onChange={() => undefined}
          />
          <FilePicker
            label="Your last letter"
            sources={[
              {
                id: 'camera',
                label: 'Take a photo',
                icon: 'camera',
                accept: ['image/*'],
                capture: 'environment',
              },
              { id: 'files', label: 'Choose files', icon: 'file', multiple: true },
            ]}
            maxBytes={10_000_000}
            files={files}
            onSelect={(picked) =>
              setFiles([...files, ...picked.map(({ name, size }) => ({ id: name, name, size }))])
            }
            onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
          />
        </Stack>
      </Example>
    </Examples>
  );
}

function WholeForm() {
  return (
    <Examples title="A form">
      <Example name="Errors together; the step">
        <Stack gap={5}>
          <ErrorSummary
            takesFocus={false}
            errors={[
              { fieldId: 'a', text: 'Choose how often you felt down' },
              { fieldId: 'b', text: 'Enter your height in figures' },
            ]}
          />
          <Button size="l" fullWidth>
            Continue
          </Button>
          <Button size="l" fullWidth isPending>
            Send
          </Button>
          <Button variant="danger">Delete my answers</Button>
        </Stack>
      </Example>
      <Example name="Where one is: in the bar, in the margin">
        <Stack gap={5}>
          <ProgressSegments sections={sections} />
          <ProgressSegments layout="margin" sections={sections} />
        </Stack>
      </Example>
    </Examples>
  );
}
