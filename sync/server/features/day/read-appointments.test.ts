import { describe, expect, it } from 'vitest';
import { readAppointments } from './read-appointments.ts';

const context = { forms: new Set(['sleep', 'mood']), today: '2026-11-20' };
const HEAD = 'time,given name,family name,birth date,code,forms';
const read = (...lines: string[]) => readAppointments([HEAD, ...lines].join('\n'), context);
const one = (line: string) => {
  const reading = read(line);
  return reading.ok
    ? reading.appointments[0]
    : reading.faults.map(({ column, fault }) => `${column} ${fault}`);
};

describe('a file of appointments (promise 7)', () => {
  it('is read - as a spreadsheet writes it', () => {
    const bom = '\uFEFF';
    const csv = `${bom}Birth_Date;TIME;Family Name;Given name;Room;Forms\r\n1984-05-12;10:40;"Exa;mple";Ada;4;sleep, mood\r\n;;;;;\r\n31.12.1950;9:05;O’Neill;"Séan ""S""";;\r\n`;
    expect(readAppointments(csv, context)).toEqual({
      ok: true,
      appointments: [
        {
          time: '10:40',
          givenName: 'Ada',
          familyName: 'Exa;mple',
          birthDate: '1984-05-12',
          due: ['sleep', 'mood'],
        },
        { time: '09:05', givenName: 'Séan "S"', familyName: 'O’Neill', birthDate: '1950-12-31', due: [] },
      ],
    });
  });

  it.each([
    ['1984-05-12', '1984-05-12'],
    ['31/12/1984', '1984-12-31'],
    ['12/31/1984', '1984-12-31'],
    ['5.5.1984', '1984-05-05'],
    ['29-02-1984', '1984-02-29'],
  ])('a birth date %s can be read in one way only', (text, date) => {
    expect(one(`10:40,Ada,Example,${text},,`)).toMatchObject({ birthDate: date });
  });

  it.each([
    ['05/12/1984', 'ambiguous-date'],
    ['1.2.2001', 'ambiguous-date'],
    ['1984-13-01', 'not-a-date'],
    ['1983-02-29', 'not-a-date'],
    ['30/02/1984', 'not-a-date'],
    ['12/05/84', 'not-a-date'],
    ['1884-05-12', 'not-a-date'],
    ['May 12', 'not-a-date'],
    ['2026-11-21', 'future-date'],
    ['', 'missing'],
  ])('a birth date %s is refused: %s', (text, fault) => {
    expect(one(`10:40,Ada,Example,${text},,`)).toEqual([`birthDate ${fault}`]);
  });

  it.each([
    ['9:05', '09:05'],
    ['00:00', '00:00'],
    ['10:40:00', '10:40'],
    ['1:30 pm', '13:30'],
    ['12:15 AM', '00:15'],
  ])('a time %s is %s', (text, time) => {
    expect(one(`${text},Ada,Example,1984-05-12,,`)).toMatchObject({ time });
  });

  it.each(['24:00', '10:60', '10', 'soon', '13:00 pm'])('%s is no time', (text) => {
    expect(one(`${text},Ada,Example,1984-05-12,,`)).toEqual(['time not-a-time']);
  });

  it('names every fault by line and column, repeats nothing, and takes nothing', () => {
    const reading = read(
      '10:40,Ada,Example,1984-05-12,ADA-1040,sleep',
      'noon,,1234,05/12/1984,<b>,dance',
      '"10:50","two\nlines",Person,1990-01-31,,',
      `11:00,${'x'.repeat(101)},Person,1990-01-31,,`,
    );
    expect(reading).toEqual({
      ok: false,
      faults: [
        { line: 3, column: 'time', fault: 'not-a-time' },
        { line: 3, column: 'givenName', fault: 'missing' },
        { line: 3, column: 'familyName', fault: 'not-a-name' },
        { line: 3, column: 'birthDate', fault: 'ambiguous-date' },
        { line: 3, column: 'code', fault: 'not-a-code' },
        { line: 3, column: 'forms', fault: 'unknown-form' },
        { line: 6, column: 'givenName', fault: 'too-long' },
      ],
    });
  });

  it.each([
    ['nothing', '', { line: 0, column: null, fault: 'empty' }],
    ['a head alone', HEAD, { line: 0, column: null, fault: 'empty' }],
    ['an open quote', `${HEAD}\n10:40,"Ada,Example,1984-05-12`, { column: null, fault: 'not-csv' }],
    [
      'no column of birth dates',
      'time,given name,family name\n10:40,Ada,Example',
      { line: 1, column: 'birthDate', fault: 'column-missing' },
    ],
    ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000', { line: 1, column: 'time', fault: 'column-missing' }],
  ])('is none - %s', (_what, csv, fault) => {
    const reading = readAppointments(csv, context);
    expect(reading.ok).toBe(false);
    expect(reading.ok ? [] : reading.faults[0]).toMatchObject(fault);
  });

  it('has its end', () => {
    const lines = Array.from({ length: 1001 }, () => '10:40,Ada,Example,1984-05-12,,');
    expect(read(...lines)).toEqual({
      ok: false,
      faults: [{ line: 0, column: null, fault: 'too-many-lines' }],
    });
  });
});
