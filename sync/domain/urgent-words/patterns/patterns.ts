/** What is urgent if it is said near one another, in any order: people rarely call what happens to them by its name. */
import type { PhraseTable, UrgentKind } from '../phrases/urgent-kinds.ts';

/** One pattern per line: classes of `word-classes.ts`, each said by a word of its own. */
type PatternTable = Readonly<Partial<Record<UrgentKind, PhraseTable[UrgentKind]>>>;

export const patterns: PatternTable = {
  suicide: {
    certain: `
      firearm holds
      no meaning life
      everyone better gone
      farewell means
      urge throw_self places_to_jump
      stands places_to_jump
      note lethal
    `,
    possible: `
      gives_away belongings me
      bought lethal
      farewell loved
      lethal prepared me
      drug hoarded
      gazes lethal
    `,
  },
  voices: {
    certain: `
      voice orders
      voice head
      a_voice urges_to hurting
    `,
    possible: `
      something head orders
    `,
  },
  'harm-others': {
    certain: `
      urge harm target
      target revenge firearm
      loses_control harm dependent
      baby harm loses_control
    `,
    possible: `
      fear does something dependent
      fear does evil dependent
      urge firearm target
    `,
  },
  abuse: {
    certain: `
      kills_me
      tied person carer
      violence_to_me firearm
      throw_self stairs person
      violence stairs person
      abuser secret private_time
      partner violence me
      partner violence_to_me
      partner hands neck around
      partner violence neck
      hides rages
      hides partner door
      partner firearm wields
      person strikes carer
    `,
    possible: `
      firearm
      violence child
      partner kills_you me
      tied person
      partner kills_you
      firearm door
      partner no lets freedom me
      partner locks keys
      child strikes carer
      bruises person flinches
      bruises child flinches
    `,
  },
  heart: {
    certain: `
      chest sits_on cold_sweat
      chest sits_on
      chest pressure cold_sweat
      chest pressure radiates
      chest pain cold_sweat
      chest pain radiates
      clutches radiates cold_sweat
      limb radiates cold_sweat
    `,
    possible: `
      heart racing faint
      chest pressure
      chest pain
      limb radiates clutches
    `,
  },
  stroke: {
    certain: `
      no moves radiates mush
      half see suddenly
      face droops garbled
      no moves finger mush
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
      droops radiates mush
      mush speak limb suddenly
      droops radiates speak
    `,
    possible: `
      no moves radiates person
      face droops mush
      face droops person
      no moves limb person
      limb weak face
      speak garbled person
      see curtain
    `,
  },
  breathing: {
    certain: `
      person blue limp
      baby breath struggles
      no get_breath breath
      get_breath breath speak
      inhaler no helps
      person skin blue
      choke person
      ribs breath
      baby blue breath
      baby blue struggles
      baby blue airway
      airway blue breath
    `,
    possible: `
      breath speak no
      airway blue
      person struggles breath
      child blue breath
    `,
  },
  allergy: {
    certain: `
      airway swells eaten_or_stung
      throat shuts
      throat swells eaten_or_stung
      hives eaten_or_stung breath
      hives throat
    `,
    possible: `
      airway swells
      throat swells
    `,
  },
  poisoning: {
    certain: `
      monoxide alarm
      monoxide cold_sweat
      child took drug
      child took chemical
      child took drink
      took many drug
      overdosed
      took toxin
      took no wakes drug
      all cold_sweat burner
      drug no wakes person
    `,
    possible: `
      person took all drug
      child into drug
      child into chemical
      took chemical me
      took all drug at_once
      burner cold_sweat
      took drink no wakes
    `,
  },
  bleeding: {
    certain: `
      blood bad pad
      blood bad faint
      blood unstopped wound
      blood unstopped no
      pad hourly blood
      vomit dark
      vomit blood
      wound gush
      blood gush
      blood faint
      pumping blood
      finger blade severed
    `,
    possible: `
      pad hourly
      dark stool
    `,
  },
  collapse: {
    certain: `
      diabetes vomit breath
      fell no gets_up
      person fell no stirs
      person floor no answers
      foam mouth
      person neck_stiff shakes
      child neck_stiff shakes
      eyes rolled shakes
      diabetes cold_sweat confused
      diabetes cold_sweat mush
      diabetes vomit deep
    `,
    possible: `
      diabetes shakes
      person shakes all_over
      shakes another person
      eyes rolled child
      pupil uneven
      diabetes cold_sweat no see
    `,
  },
  pregnancy: {
    certain: `
      gestation blood limb
      gestation labor_sign pain
      pregnant gush watery
      gestation no kicks
      baby no kicks
      baby no stirs
      pregnant vision headache
      pregnant blood
      pregnant bad pain
      pregnant labor_sign
      gestation bad vision
      gestation baby no stirs
      gestation late stabbing
    `,
    possible: `
      gestation vision headache
      pregnant bad headache
      pregnant vision
      gestation vision swells
    `,
  },
  infection: {
    certain: `
      sees unreal ill_old
      shiver wound
      fever wound
      fever speak mush
      fever confused
      shiver confused
      fever nape neck_stiff
      headache nape neck_stiff
      baby limp
      shiver no pee
      confused no pee
      shiver no answers where_who
      mottled fever
      mottled confused
      mottled shiver
      baby no feeds infant_ill
      spots no fades pressed
      fever nape moves
      fever nape glare
      streaks shiver
    `,
    possible: `
      baby fever
      fever shiver
      week old fever
      mottled breath
    `,
  },
  injury: {
    certain: `
      scald body_part burning_thing
      fell bad_sign bad_sign
      hit_head skull bad_sign
      child scald
      fell bad_sign person
      scald body_part
      chemical splashed eyes
      snake bitten
      pulled water_place drowsy
      dog tore torn_part
    `,
    possible: '',
  },
  'self-harm': {
    certain: `
      wound veins
      harm selves on_purpose
    `,
    possible: `
      harm selves person
      wound on_purpose
    `,
  },
  'severe-pain': {
    certain: `
      headache thunder
    `,
    possible: '',
  },
};
