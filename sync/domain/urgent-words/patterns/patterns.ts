/** What is urgent if it is said near one another, in any order: people rarely call what happens to them by its name. */
import type { PhraseTable, UrgentKind } from '../phrases/urgent-kinds.ts';

/** One pattern per line: classes of `word-classes.ts`, each said by a word of its own. */
type PatternTable = Readonly<Partial<Record<UrgentKind, PhraseTable[UrgentKind]>>>;

export const patterns: PatternTable = {
  suicide: {
    certain: `
      no meaning life
      everyone better gone
      farewell means
      urge throw_self places_to_jump
    `,
    possible: `
      farewell loved
      lethal prepared me
      drug hoarded
    `,
  },
  voices: {
    certain: `
      voice orders
      voice head
    `,
    possible: 'something head orders',
  },
  'harm-others': {
    certain: 'urge harm target',
    possible: `
      fear does something dependent
      fear does evil dependent
    `,
  },
  abuse: {
    certain: `
      partner violence me
      partner violence_to_me
      partner hands neck around
    `,
    possible: 'partner no lets freedom me',
  },
  heart: {
    certain: `
      chest pressure cold_sweat
      chest pressure radiates
      chest pain cold_sweat
      chest pain radiates
    `,
    possible: `
      chest pressure
      chest pain
    `,
  },
  stroke: {
    certain: `
      face droops suddenly
      face droops speak
      face droops limb
      speak garbled limb
      speak garbled suddenly
      speak garbled face
      no moves limb suddenly
      limb weak speak
      limb weak suddenly
      suddenly no see
      suddenly no speak
      suddenly no walk
      suddenly lost see
      half body no works
      half body weak
    `,
    possible: `
      face droops person
      no moves limb person
      limb weak face
      speak garbled person
    `,
  },
  breathing: {
    certain: `
      no get_breath breath
      get_breath breath speak
      inhaler no helps
      person skin blue
      choke person
      ribs breath
    `,
    possible: 'breath speak no',
  },
  allergy: {
    certain: `
      airway swells eaten_or_stung
      throat shuts
    `,
    possible: 'airway swells',
  },
  poisoning: {
    certain: `
      child took drug
      child took chemical
      child took drink
      took many drug
    `,
    possible: `
      child into drug
      child into chemical
      took chemical me
    `,
  },
  bleeding: {
    certain: `
      blood unstopped wound
      blood unstopped no
      pad hourly blood
      vomit dark
      vomit blood
      wound gush
      blood gush
      blood faint
    `,
    possible: `
      pad hourly
      dark stool
    `,
  },
  collapse: {
    certain: `
      person fell no stirs
      person floor no answers
      foam mouth
    `,
    possible: 'person shakes all_over',
  },
  pregnancy: {
    certain: `
      gestation no kicks
      baby no kicks
      baby no stirs
      pregnant vision headache
      pregnant blood
      pregnant bad pain
      pregnant labor_sign
    `,
    possible: `
      gestation vision headache
      pregnant bad headache
    `,
  },
  infection: {
    certain: `
      fever confused
      shiver confused
      fever nape neck_stiff
      headache nape neck_stiff
      baby limp
    `,
    possible: `
      baby fever
      fever shiver
    `,
  },
  injury: {
    certain: `
      hit_head skull bad_sign
      child scald
    `,
    possible: '',
  },
};
