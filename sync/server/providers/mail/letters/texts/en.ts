import type { LetterTexts } from './letter-texts.ts';

export const texts: LetterTexts = {
  code: {
    subject: (vendor) => `Your sign-in code for ${vendor}`,
    heading: 'Your sign-in code',
    intro: (vendor) => `Enter this code to sign in to ${vendor}.`,
    validity: (minutes) => `It works once and expires in ${minutes} minutes.`,
    ignore:
      'If you didn’t ask for it, ignore this email: no one can sign in without the code. Never share it. We’ll never ask you for it by phone or email.',
    sms: (code, minutes) => `Your code is ${code}. It expires in ${minutes} minutes. Never share it.`,
  },
  contactCode: {
    subject: (vendor) => `Your code for ${vendor}`,
    heading: 'Confirm your email',
    intro: (vendor) => `Enter this code to add this email to your ${vendor} account.`,
    ignore: 'If you didn’t ask for it, ignore this email: nothing is added without the code. Never share it.',
  },
  changed: {
    'password-set': {
      subject: (vendor) => `New password for ${vendor}`,
      heading: 'Your password was set',
      what: (vendor) => `A new password was set for your ${vendor} account.`,
    },
    'password-removed': {
      subject: (vendor) => `Password removed for ${vendor}`,
      heading: 'Your password was removed',
      what: (vendor) =>
        `The password was removed from your ${vendor} account. You can still sign in with a code that we email you.`,
    },
    'passkey-added': {
      subject: (vendor) => `New passkey for ${vendor}`,
      heading: 'A passkey was added',
      what: (vendor) => `A passkey was added to your ${vendor} account. Anyone who has it can sign in.`,
    },
    'passkey-removed': {
      subject: (vendor) => `Passkey removed for ${vendor}`,
      heading: 'A passkey was removed',
      what: (vendor) =>
        `A passkey was removed from your ${vendor} account. You can still sign in with a code that we email you.`,
    },
    'apple-linked': {
      subject: (vendor) => `Apple sign-in added for ${vendor}`,
      heading: 'You can sign in with Apple',
      what: (vendor) =>
        `An Apple account was linked to your ${vendor} account. Anyone who has it can sign in.`,
    },
    'apple-removed': {
      subject: (vendor) => `Apple sign-in removed for ${vendor}`,
      heading: 'Apple sign-in was removed',
      what: (vendor) =>
        `Your ${vendor} account is no longer linked to an Apple account. You can still sign in with a code that we email you.`,
    },
    'signed-in': {
      subject: (vendor) => `New sign-in to ${vendor}`,
      heading: 'New sign-in to your account',
      what: (vendor) => `A new device signed in to your ${vendor} account.`,
    },
    'session-ended': {
      subject: (vendor) => `Device signed out of ${vendor}`,
      heading: 'A device was signed out',
      what: (vendor) => `One device was signed out of your ${vendor} account.`,
    },
    'sessions-ended': {
      subject: (vendor) => `Signed out of ${vendor} everywhere`,
      heading: 'You were signed out everywhere',
      what: (vendor) => `All devices were signed out of your ${vendor} account.`,
    },
    'account-closed': {
      subject: (vendor) => `Your ${vendor} account is closed`,
      heading: 'Your account is closed',
      what: (vendor) =>
        `Your ${vendor} account was closed, and all devices were signed out. ${vendor} keeps your medical record for as long as the law requires.`,
      steps: (vendor, phone) => `Call ${vendor} at ${phone} right away.`,
    },
    'records-joined': {
      subject: (vendor) => `Two ${vendor} accounts are now one`,
      heading: 'Two accounts are now one',
      what: (vendor) =>
        `Staff at ${vendor} found that two accounts belong to the same person, and joined them. Some of your devices will ask you to sign in again.`,
      steps: (vendor, phone) => `If these aren’t both yours, call ${vendor} at ${phone} right away.`,
    },
    'records-parted': {
      subject: (vendor) => `Two ${vendor} accounts were separated again`,
      heading: 'Two accounts were separated',
      what: (vendor) =>
        `${vendor} had joined two accounts by mistake, and separated them again. What was added in the meantime to sign in with was removed. Some of your devices will ask you to sign in again.`,
      steps: (vendor, phone) => `If you can’t sign in, or something is missing, call ${vendor} at ${phone}.`,
    },
    'email-added': {
      subject: (vendor) => `New email for your ${vendor} account`,
      heading: 'An email was added',
      what: (vendor) => `Another email was added to your ${vendor} account. It can now be used to sign in.`,
      steps: (vendor, phone) =>
        `Sign in within 7 days and remove that email. Then call ${vendor} at ${phone}.`,
    },
    'email-removed': {
      subject: (vendor) => `Email removed from your ${vendor} account`,
      heading: 'An email was removed',
      what: (vendor) =>
        `An email was removed from your ${vendor} account. It can’t be used to sign in anymore.`,
      steps: (vendor, phone) => `Call ${vendor} at ${phone} right away.`,
    },
    'phone-added': {
      subject: (vendor) => `Phone number added for ${vendor}`,
      heading: 'A phone number can sign you in',
      what: (vendor) =>
        `A phone number in your ${vendor} account can now be used to sign in, with a code by text and your date of birth.`,
    },
    'phone-contact': {
      subject: (vendor) => `Phone number for ${vendor}`,
      heading: 'A phone number is for contact only',
      what: (vendor) =>
        `A phone number in your ${vendor} account is now for contact only. It can’t be used to sign in.`,
    },
    'phone-removed': {
      subject: (vendor) => `Phone number removed for ${vendor}`,
      heading: 'Your phone number was removed',
      what: (vendor) =>
        `The phone number was removed from your ${vendor} account. You can still sign in with a code that we email you.`,
    },
    facts: { when: 'When' },
    advice: {
      mine: 'If this was you, there’s nothing to do.',
      notMine: 'If it wasn’t you',
      steps: (vendor, phone) =>
        `Sign in, set a new password, and sign out all other devices. Then call ${vendor} at ${phone}.`,
    },
  },
  order: {
    received: {
      subject: (vendor) => `Your ${vendor} order`,
      heading: 'We have your order',
      what: (vendor) => `${vendor} has your order. We’ll email you when something changes.`,
    },
    problem: {
      subject: (vendor) => `Your ${vendor} order needs your attention`,
      heading: 'Your order needs your attention',
      what: () => 'Something in your order has changed or is missing. We’ve paused it until you review it.',
    },
    unpaid: {
      subject: (vendor) => `Your ${vendor} order isn’t paid yet`,
      heading: 'Finish your order',
      what: (vendor) =>
        `${vendor} has your order, but it isn’t paid yet. Pay within 7 days, or we’ll cancel it.`,
    },
    asked: {
      subject: (vendor) => `Your ${vendor} order is waiting for you`,
      heading: 'We need something from you',
      what: (vendor) =>
        `${vendor} needs something from you before your order can go ahead. Open it to see what’s needed.`,
    },
    'asked-id': {
      subject: (vendor) => `Your ${vendor} order needs your photo ID`,
      heading: 'We need your photo ID',
      what: (vendor) =>
        `${vendor} approved your order, but needs your photo ID to continue. Send it within 7 days, or we’ll cancel the order.`,
    },
    charged: {
      subject: (vendor) => `Your ${vendor} order is approved`,
      heading: 'Your order is approved',
      what: (vendor) => `A clinician at ${vendor} approved your order. We’re preparing it now.`,
    },
    'fee-received': {
      subject: (vendor) => `Your ${vendor} consultation`,
      heading: 'We have your consultation',
      what: (vendor) => `${vendor} has your consultation. We’ll email you when something changes.`,
    },
    'fee-problem': {
      subject: (vendor) => `Your ${vendor} payment needs your attention`,
      heading: 'There’s a problem with your payment',
      what: (vendor) =>
        `You haven’t been charged, and ${vendor} still has your answers. Open your consultation to see what’s needed.`,
    },
    'fee-unpaid': {
      subject: (vendor) => `Your ${vendor} consultation isn’t paid for yet`,
      heading: 'Your consultation isn’t paid for yet',
      what: (vendor) =>
        `${vendor} has your answers, but you haven’t paid for the consultation yet. Pay within 7 days, or we’ll cancel the payment. ${vendor} keeps your answers either way.`,
    },
    'fee-asked': {
      subject: (vendor) => `Your ${vendor} consultation is waiting for you`,
      heading: 'We need something from you',
      what: (vendor) =>
        `A clinician at ${vendor} needs to hear from you before finishing your consultation. Open it to see what’s needed.`,
    },
    'fee-closed': {
      subject: (vendor) => `An update on your ${vendor} consultation`,
      heading: 'Your consultation was closed',
      what: (vendor) =>
        `${vendor} closed your consultation. Open it to see why, and what you can do instead.`,
    },
    'fee-cancelled': {
      subject: (vendor) => `Your ${vendor} payment is canceled`,
      heading: 'Your payment is canceled',
      what: (vendor) =>
        `The payment for your ${vendor} consultation was canceled. ${vendor} still has your answers.`,
    },
    completed: {
      subject: (vendor) => `Your ${vendor} consultation is complete`,
      heading: 'Your consultation is complete',
      what: (vendor) =>
        `A clinician at ${vendor} has completed your consultation. This email is your receipt.`,
    },
    'not-approved': {
      subject: (vendor) => `An update on your ${vendor} order`,
      heading: 'Your order wasn’t approved',
      what: (vendor) =>
        `Your ${vendor} order was closed without approval. Open it to see why, and what you can do instead.`,
    },
    cancelled: {
      subject: (vendor) => `Your ${vendor} order is canceled`,
      heading: 'Your order is canceled',
      what: (vendor) => `Your ${vendor} order was canceled.`,
    },
    ready: {
      subject: (vendor) => `Your ${vendor} order is ready`,
      heading: 'Ready for pickup',
      what: () => 'Your order is ready. Bring a photo ID when you pick it up.',
    },
    shipped: {
      subject: (vendor) => `Your ${vendor} order is on its way`,
      heading: 'On its way',
      what: () => 'Your order has shipped. Track it on your order page.',
    },
    facts: { charged: 'Charged' },
    number: 'Order number',
    money: {
      'not-charged': 'You haven’t been charged.',
      releasing:
        'You haven’t been charged. We’re releasing the hold on your card. Your bank may take a few days to show it.',
      refunding: 'We’re refunding what you paid. Your bank may take a few days to show it.',
    },
    open: 'Open your order',
    validity: 'This link works for 72 hours. Don’t forward it: anyone who has it can see your order.',
    elsewhere: (vendor) => `To see it, open ${vendor} on the device you ordered with.`,
    automatic: (vendor) => `${vendor} sent this email because you placed an order.`,
    fee: {
      number: 'Payment number',
      open: 'Open your consultation',
      validity:
        'This link works for 72 hours. Don’t forward it: anyone who has it can see your consultation.',
      elsewhere: (vendor) => `To see it, open ${vendor} on the device you sent the form from.`,
      automatic: (vendor) => `${vendor} sent this email because you asked for a consultation.`,
    },
    neutral: {
      sender: 'Updates',
      subject: 'You have an update',
      heading: 'You have an update',
      what: 'You asked us to keep messages private, so this email doesn’t say what it’s about.',
      open: 'Read the update',
      validity: 'This link works for 72 hours. Don’t forward it.',
      elsewhere:
        'You asked us to keep messages private. Open the app on the device you used to read the update.',
      automatic: 'This email was sent automatically.',
    },
  },
  answers: {
    stop: () => 'You won’t get any more texts from this number. Reply START to get them again.',
    start: () => 'You’ll get sign-in codes by text again. Reply STOP to stop them.',
    help: (host) => `This number only sends sign-in codes for ${host}. Reply STOP to stop them.`,
  },
  footer: {
    automatic: (vendor) => `${vendor} sent this email to protect your account.`,
    demo: (vendor) => `Demo only. ${vendor} isn’t a real clinic.`,
  },
};
