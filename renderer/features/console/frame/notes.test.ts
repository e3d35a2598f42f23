import { describe, expect, it } from 'vitest';
import { createNotes } from './notes.ts';

describe('a note that was begun', () => {
  it('is still there - the same person signs in again', () => {
    const notes = createNotes();
    notes.of('ana@willow.example').set('alert', 'Called twice');
    expect(notes.of('ana@willow.example').get('alert')).toBe('Called twice');
  });

  it('is gone - somebody else signs in, and the first one after them', () => {
    const notes = createNotes();
    notes.of('ana@willow.example').set('alert', 'Called twice');
    expect(notes.of('ben@willow.example').size).toBe(0);
    expect(notes.of('ana@willow.example').size).toBe(0);
  });
});
