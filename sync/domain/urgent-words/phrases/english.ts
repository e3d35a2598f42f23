import type { PhraseTable } from './urgent-kinds.ts';

export const english: PhraseTable = {
  suicide: {
    certain: `
      no tomorrow for me
      wont be here tomorrow/anymore/after
      legs over side/edge/railing
      dont want to be here
      life not/isnt/aint worth
      said my goodbyes
      got/have/holding blade and/in/to/ready
      cant take this/it anymore/any
      done with life/living/everything
      want it all to stop/end
      nothing left for me/to
      texted/said/saying goodbye and/then phone/gone
      tonight is my last
      last night alive
      way to keep going
      no/dont/cant see way/point/reason living
      nobody would notice/miss me
      when/until the time comes
      saving/stockpiling/hoarding my/up pills/tablets/sleeping
      kill/killing/hang/shoot himself/herself/themselves
      picked the bridge
      cant/cannot go on like/anymore/any
      end my/his/her life
      take my/his/her own life
      kill/killing/killed/kills myself
      kill my self
      kms
      commit/committing/committed suicide
      suicide
      suicides
      suicidal
      unalive myself
      end/ending/ended my life
      end my own life
      end it all
      ending it all
      take/taking/took my own life
      take my life
      taking my life
      want/wants/wanna/wanting to die
      want/wanted to be dead
      wanna be dead
      rather be dead
      better off dead
      wish/wished i was/were dead
      wish i could die
      wish i would not wake up
      wish i had never been born
      wish i wasn't born
      ready to die
      don't/dont want to live
      do not want to live
      don't want to be alive
      do not want to be alive
      don't want to wake up
      don't want to exist
      don't want to be here anymore
      do not want to be here anymore
      tired of living/life
      no reason to live
      nothing to live for
      no point in living
      no point living
      life isn't/isnt worth living
      not worth living
      can't/cant go on living
      can't go on anymore
      can't go on like this
      can't do this anymore
      better off without me
      better without me
      nobody would miss me
      no one would miss me
      hang/hanging/hanged myself
      shoot/shooting myself
      drown myself
      jump/jumping off bridge/roof/building/balcony
      jump in front of train/bus/truck/car
      step in front of train/bus/truck/car
      crash my car on purpose
      slit/slitting my wrists/wrist/throat
      cut/cutting my wrists/wrist
      how many pills to die
      how many pills would kill
      how much would kill me
      what dose would kill
      painless way to die
      easiest/quickest/best way to die
      suicide note/plan
      goodbye letter
      say goodbye forever
      tonight is my last night
      this is my last day
      swallow all my pills
      take all my pills
      overdose on purpose
      od on purpose
      stop/stopped existing
      end things/everything tonight
      done with life/living
      no longer want to live/exist
      can't/cannot keep living
      hate being alive
      rather not be alive/here
      rather not exist
      wish someone would kill me
      if i wasn't/weren't here/around/alive anymore
      planning to end it/things
      saving/saved up my/pills
      end this/it tonight/today/soon/now
      plan/planning how/to end
      drive/driving/steer/swerve into tree/traffic/wall/truck/river
      painless/easiest/quickest/fastest/surest way to go/end
      how to hang/kill
      can't/don't keep/stay safe tonight
      can't keep myself safe
      not safe with/from myself
      doesn't/does want to be alive/here/exist
      doesn't/doesnt want to live/exist
      talks/talking/posted/posting/texted about dying/suicide/death
      had enough of life
      can't face another day
      want everything/it/this all to end/stop
      want it all to be over
      want to be over
      better if i died
      wish it would all end
    `,
    possible: `
      feel/feeling/feels hopeless
      no hope left
      can't see a way out
      no way out
      give/giving up on life
      disappear forever
      go to sleep and not wake up
      never wake up again
      burden to everyone/family
      i am a burden
      i'm a burden
      thoughts of dying/death
      thinking about dying/death
      think about ending things
      don't care if i live/die
      don't see the point anymore
      life is pointless/meaningless
      can't take it anymore
      can't cope anymore
      if i wasn't/weren't here/around/alive
      sleep forever
      can't keep going
      don't want tomorrow
      pills in front of me
      pills in my hand
      giving/gave away my things
      what's the point of living/life
      won't be around
      can't see myself making/living/being
      make/making it to tomorrow/next/morning
      make/making it through night/tonight
      don't trust myself
      stay safe tonight
      over with everything
      sick of living/life/existing
    `,
  },
  'self-harm': {
    certain: `
      burn/burning my arms/arm/legs/skin with/when
      hurt/hurting/harm/harming/injure/injuring myself
      cut/cutting/cuts myself
      cut/cutting my arm/arms/legs/skin/thighs
      burn/burning myself
      punish/punishing myself
      hit/hitting/punch/punching myself
      self harm/harming
      selfharm/selfharming
      self injury
      urge to cut
      scratch myself until bleed/blood
      carve/carving my skin/arm
      razor/blade on my arm/skin/thigh/wrist
    `,
    possible: `
      starve/starving myself
      make/making myself throw/vomit/sick
    `,
  },
  voices: {
    certain: `
      voices tell/telling/told me
      voices say/saying i should
      hear/hearing voices
    `,
    possible: `
      seeing things that aren't there
      someone is controlling my mind/thoughts
      they are watching me through
    `,
  },
  'harm-others': {
    certain: `
      put a bullet in
      slit his/her/their throat
      burn the house with
      smash/bash/break/crack/blow his/her/their skull/head/face
      ill/will end him/her/them
      dont/cant trust myself with/around
      make him/her/them/boss pay for gun
      kill him/her/them/someone/somebody/everyone
      kill my wife/husband/boss/family/kids/baby/partner
      i hurt/harm my baby/child/kids/wife/husband/partner
      i'll/i'd hurt/harm my baby/child/kids/wife/husband/partner
      shoot him/her/them/people/someone
      stab him/her/them/someone
      thoughts of hurting/killing someone/others/people
      going to hurt someone/somebody/people
      want/wanna/going/gonna/urge to hurt/harm/kill/stab/shoot/attack/strangle my/him/her/them/someone/somebody/people
      what i'll/i might/could/do to my/him/her/them
      what i might/could do to
      what i'll do to
    `,
    possible: `
      want to hurt someone/somebody/people
      afraid i will hurt my
      lose control and hurt
    `,
  },
  abuse: {
    certain: `
      came at me with
      forcing/forces himself/herself on
      woke up jeans/pants/underwear/knickers/clothes undone/down/off/gone
      pinned me/her to/on/against
      climbs/climbing/climbed/gets/got into my bed
      slit/cut my throat
      put me in ground/hospital/grave
      says/said/threatened hell/to bury/kill/end me
      put something in my drink/cup/glass
      makes/made/making me sleep/sex with
      hurt/hurts/sore down there woke/remember
      held/pinned/pushed me down
      forced himself on
      did it anyway
      spiked my drink
      drugged me
      woke up without/naked/undressed clothes
      touches/touched me at/down/there/night
      husband/wife/boyfriend/girlfriend/partner/ex/dad/father/mom/stepdad hits/hit/beats/beat/chokes/choked/punched/punches/strangled/strangles/hurts me
      he/she hits/beats/chokes/choked/punched/strangled/raped me
      is hitting/beating/choking/strangling me
      choking/strangling me
      raped
      rape
      sexually assaulted/abused
      sexual assault/abuse
      threatened/threatens/threatening to kill me
      says he/she will kill me
      forced me to have sex
      forces me to have sex
      held at gunpoint/knifepoint
      being trafficked
      he has a gun
      forced himself on me
      touches/touching/touched me inappropriately
      scared/afraid he/she will hurt/kill me
      threatens/threatened to take my kids/children
      pulled/pulls me by hair
      he'd/she'd/he'll/she'll kill/hurt me
      said/says/swore he/she would/will kill/hurt me
      mom/mother hits/hit/beats/burns me
      locks/locked me in/out/up
    `,
    possible: `
      afraid/scared to go home
      afraid/scared of my husband/wife/boyfriend/girlfriend/partner/dad/father
      not safe at home
      unsafe at home
      domestic violence/abuse
      abusive husband/wife/boyfriend/girlfriend/partner/relationship/home
      someone is following/stalking me
      someone put something in my drink
      drugged my drink
      touched me without consent
      locked me in
      won't let me leave
      scared/afraid/terrified of him/her
      comes into my room at night
      follows/following me everywhere
    `,
  },
  heart: {
    certain: `
      heart attack
      cardiac arrest
      crushing/squeezing chest
      elephant on my chest
      elephant sitting chest
      chest pain/hurts arm/jaw/breath/sweating
      pain in my chest arm/jaw
      chest and arm hurt/hurts/numb/pain
      chest and jaw hurt/hurts/pain
      heart stopped
      heart is stopping
      weight on my/his/her chest sweating/sick/arm/jaw
      clutching/clutches/grabbing chest
    `,
    possible: `
      chest pain/pains
      pain/pains in chest
      chest hurts/hurt/hurting/aches/ache
      chest tightness/pressure/heaviness
      chest is/feels/feel tight/heavy
      tight/tightness/pressure in chest
      heart racing/pounding
      heart won't slow
      heart skipping beats
      irregular heartbeat
      left arm numb/pain/hurts/tingling
      arm is/feels/went numb
      jaw pain sweating
      weight on my/his/her chest
      sitting on my/his/her chest
      heart beating out of
    `,
  },
  stroke: {
    certain: `
      half my body/face
      gone/went blind
      blind in one eye
      having/had/has a stroke
      face droop/drooping/droops/drooped/dropped/sagging
      face is drooping/droopy/crooked
      mouth is drooping/crooked
      droopy face
      slurred/slurring speech/words
      speech is slurred
      slurring
      one side numb/weak/paralyzed/limp
      side of my/his/her body/face numb/weak/paralyzed/drooping
      can't move my/his/her arm/leg/side
      can't move one side
      can't talk/speak right/properly/suddenly
      suddenly can't talk/speak/see/walk
      suddenly lost vision/sight
      lost sight/vision in one/eye
      went blind suddenly
      suddenly blind
      vision went black/dark
      half/side of body/face won't/doesn't/isn't work/move/working/moving
      mouth/face/smile went/gone/looks numb/crooked/lopsided/uneven
      lost/losing vision/sight
    `,
    possible: `
      stroke symptoms/signs
      sudden weakness/confusion/numbness
      suddenly confused/dizzy/weak/numb
      trouble speaking/talking
      he/she can't talk/speak
      words come out wrong
      sudden double vision
      her/his/mom's/dad's speech/words is/are mixed/off/funny/strange/weird
      don't know where i am
    `,
  },
  breathing: {
    certain: `
      cant/cannot breth/brethe/breeth
      only say/get one/two/few words
      can't/cant/cannot breathe
      can not breathe
      can't/cant/cannot get air/breath
      can't catch my breath
      can hardly/barely breathe
      hardly/barely breathing
      not breathing
      isn't breathing
      stopped breathing
      struggling/gasping/fighting to breathe
      gasping for air/breath
      struggling for breath
      suffocating
      choking on
      is choking
      lips turning/turned/are blue
      blue lips
      turning blue
      inhaler isn't/not helping/working
      asthma attack
      coughing up blood
      cough up blood
      can't/cannot finish/complete/say sentence/sentences
      sucking in ribs
      ribs sucking in
      can't get enough air
      grunting with breath/breaths
      i'm choking
      can't breath
      ribs showing/pulling/sinking breathing/breath/breathe
      breathing fast/hard ribs/blue
    `,
    possible: `
      trouble/difficulty/hard/problems breathing
      hard/difficult to breathe
      short/shortness of breath
      out of breath at rest
      breathless
      can't lie flat
      wheezing badly
      can't swallow
      drooling and can't
      breathing fast/rapidly/hard/heavily/shallow
      wheezing
    `,
  },
  allergy: {
    certain: `
      anaphylaxis
      anaphylactic
      throat closing/closed/swelling/swollen
      throat is/feels closing/tight/swelling
      tongue/face/lips swelling/swollen/swelled
      swollen tongue/face/lips
      used/need my/an epipen
      epipen
      severe allergic reaction
      allergic reaction breathe/breathing/throat
      hives and throat/dizzy/breath/breathe/breathing/vomiting
    `,
    possible: `
      allergic reaction
      hives all over
      stung by bee/wasp throat/face/breathe
    `,
  },
  poisoning: {
    certain: `
      car running in garage
      emptied cabinet/cupboard/bottle/packet mouth/into
      oded
      needle next/beside/arm him/her
      pinpoint pupils
      overdose
      overdosed
      overdosing
      od'd on pills/oxy/heroin/fentanyl/meds/xanax/tylenol/something/purpose
      took/taken/swallowed/ate too many/much pills/tablets/medicine/tylenol/ibuprofen
      took/swallowed/taken whole/entire/full bottle/pack/box
      took/swallowed/taken all my/the/his/her pills/tablets/medicine/medication/meds
      swallowed/drank bleach/drain/cleaner/poison/antifreeze/detergent/gasoline
      drank cleaning/rat/lighter
      swallowed a/the battery/batteries/magnet/magnets
      ate/swallowed a bottle of
      took twenty/thirty/forty/fifty pills
      took 10/15/20/25/30/40/50/60/100 pills/tablets
      poisoned
      poisoning
      carbon monoxide
      child/baby/toddler/kid/son/daughter ate/swallowed/took/drank pills/medicine/tablets
      mixed bleach and
      snake bit/bite
      bitten by a snake
      year/years/month/months old drank/ate/swallowed/licked/took/chewed
      with an empty pill/pills/medicine/bottle
      took/taken too much/many of
      took way more than
      got into my/the/his/her pills/medicine/medicines/medication/cabinet/cleaner/vitamins
      shot up
    `,
    possible: `
      took/taken double/triple dose
      too many pills/tablets
      took the wrong medicine/pills
      swallowed something
      inhaled fumes
      alcohol poisoning
      drunk and won't wake
      withdrawal shaking/seizure
      heroin
      fentanyl
      took/taken more than prescribed/should
    `,
  },
  bleeding: {
    certain: `
      coffee coloured/colored sick/vomit
      clots size/big of
      bleeding won't/wont stop
      won't stop bleeding
      can't stop bleeding
      can't stop the bleeding
      bleeding heavily/badly/uncontrollably/everywhere/nonstop
      heavy bleeding dizzy/faint
      losing/lost a lot of blood
      so much blood
      blood everywhere
      gushing/spurting blood
      blood gushing/spurting
      throwing/threw/vomiting/vomited/vomit/puking up blood
      vomiting/puking/vomit/threw blood
      soaking a pad every/an hour
      soaked pads in hour
      black tarry stool/stools
      coffee grounds
      coughed/spitting up blood
      bleeding through everything/clothes/pads/bandage
      bleeding pass/passing out
      bleeding and dizzy/faint
    `,
    possible: `
      blood in stool/stools/poop/vomit
      bleeding from rectum/ears/ear
      bleeding after hitting head
      nosebleed won't stop
      pooping blood
      coughing blood
    `,
  },
  collapse: {
    certain: `
      hes/shes/is fitting and
      slumped
      fitting for minutes
      unconscious
      unresponsive
      won't/wont wake up
      can't wake him/her/them up
      isn't/not waking up
      not responding
      collapsed
      collapse
      passed out
      having/had a seizure
      seizure
      seizures
      convulsing
      convulsions
      found him/her on floor
      no pulse
      blacked out
      can't/cannot be woken/roused
      impossible to wake
      had/having/has a fit
      hasn't/not come round/around/to
      fell and won't/can't/isn't move/moving/get
      barely conscious
    `,
    possible: `
      fainted
      fainting
      faint
      about to pass out
      passing out
      going in and out of consciousness
      very confused and sleepy
      hard to wake
      stiff and shaking
    `,
  },
  'severe-pain': {
    certain: `
      tummy/stomach/belly like a plank/board/rock
      hard/erection/erect for four/five/six/seven/eight/ten/4/5/6/7/8 hours
      worst headache of my life
      worst headache ever
      thunderclap headache
      sudden severe headache
      pain is unbearable
      unbearable/excruciating pain
      worst pain of my life
      erection hours/four won't
      erection won't go away/down
      testicle/testicles/ball/balls sudden/severe/twisted pain
      sudden severe/terrible pain
      can't feel my legs
      can't pee at all pain
      can't control bladder bowels legs/back
      belly/stomach hard as a board
      worst pain/headache
      erection lasted/has/had hours
    `,
    possible: `
      severe/intense/terrible/extreme pain/headache
      sudden headache
      severe stomach/belly/abdominal/back/chest
      pain so bad
      headache and stiff neck
      numb between my legs
      sudden vision loss/changes
      pain in one leg swollen/swelling
      calf swollen/pain red
      screaming in pain
      pain woke me worst
      erection hours
      can't pee at all
    `,
  },
  pregnancy: {
    certain: `
      shoulder tip hurts/pain
      pregnant bleeding/blood
      bleeding pregnant/pregnancy
      pregnant severe/sharp/stabbing pain/headache
      baby stopped/isn't/not moving/kicking
      baby hasn't moved
      can't feel baby/the baby move/moving
      no fetal movement
      water broke early/weeks
      waters broke
      pregnant and fell
      pregnant seizure
      cord is coming out
      baby is coming now
      ectopic
      miscarrying
      water/waters just broke
      contractions every minutes
      gave birth bleeding/fever
      baby isn't/not kicking
      water/waters broke
    `,
    possible: `
      miscarriage
      pregnant swelling/vision/blurry/headache/fever
      pregnant pain
      baby moving less
      in labor
      contractions early/weeks
    `,
  },
  infection: {
    certain: `
      burning up then/and freezing/shivering/confused
      people who died/arent/isnt
      red streaks/lines up/on/from
      sunken soft/eyes spot
      no wet nappies/diapers/nappy/diaper
      dry nappies/diapers since/all
      sepsis
      meningitis
      fever and stiff neck
      stiff neck fever/light/rash
      rash that doesn't fade
      rash doesn't fade glass
      fever confused/confusion
      baby fever/temperature won't/limp/floppy
      newborn has/with fever
      baby is limp/floppy
      no wet diaper
      kidney infection shaking
      fever and shaking chills back
      newborn/infant temperature/fever
      fever stiff/rigid
    `,
    possible: `
      high fever
      fever of 104/105/40/41
      shaking chills
      spreading redness fever
      red streaks
      fever and flank/back/side pain
      animal/dog/bat/cat bite/bit
      fever/temperature of 103/104/105/39/40/41
      delirious
    `,
  },
  injury: {
    certain: `
      knocked out cold
      knocked unconscious
      knocked him/her/me out
      arm/hair/clothes/hand/leg/shirt caught fire
      live wire
      touched/grabbed electric/live wire/cable
      finger/thumb/toe came/is off/severed
      pulled/dragged out of pool/lake/river/water
      been/was/got shot
      stabbed
      stab wound
      gunshot
      hit by a car/truck/bus
      severe/third degree burn
      electrocuted
      drowning
      nearly drowned
      bone sticking out
      cut off my finger/hand/toe
      head injury vomiting/confused/unconscious
      hit my/his/her head vomiting/passed/confused
      chemical/acid in my/his/her eye/eyes
      fell from roof/ladder/height/window
      heat stroke
      hypothermia
    `,
    possible: `
      hit my/his/her head
      head injury
      car accident/crash
      deep cut
      badly burned
      broken bone
      neck injury
      something in my eye
    `,
  },
};
