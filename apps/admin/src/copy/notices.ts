import type { NoticeKind } from '@marashi/domain/rules/notices'

/** Texts of what the shop tells its owner by itself. */
export const noticesCopy = {
  title: 'Notices',
  subtitle: 'How the shop calls you',
  authHint: 'Please log in to choose how the shop calls you.',
  here: {
    title: 'This browser',
    off: 'Be called on this phone or computer, also while the back office is closed.',
    on: 'This browser is called.',
    denied:
      'This browser does not allow notices from the shop. Allow them in the settings of the browser for this page, then come back.',
    unsupported: 'This browser cannot be called.',
    addFirst: 'On an iPhone or iPad, add this page to the home screen first (Share, then Add to Home Screen).',
    subscribe: 'Notify me on this browser',
    unsubscribe: 'Stop',
    test: 'Send a test notice',
    tested: 'A test notice is on its way',
    subscribed: 'This browser will be called',
    unsubscribed: 'This browser is called no more',
    failed: 'The browser could not be subscribed',
    notTested: 'The test notice could not be sent',
    sound: 'Play a sound when something happens while the back office is open here',
  },
  others: {
    title: 'Other browsers',
    since: 'Since',
    remove: 'Remove',
    removeLabel: (browser: string) => `Remove ${browser}`,
    removed: 'It is called no more',
  },
  what: {
    title: 'What you are told',
    hint: 'A broken part of the shop is e-mailed once, whatever the hour.',
    event: 'Event',
    email: 'E-mail',
    push: 'Push',
    by: (kind: string, channel: string) => `${kind} by ${channel}`,
    kinds: {
      order: 'New order',
      paid: 'Order is paid',
      flag: 'A payment needs you',
      review: 'New review',
      stock: 'A perfume runs low',
      health: 'Part of the shop is broken',
    } satisfies Record<NoticeKind, string>,
  },
  quiet: {
    title: 'Quiet hours',
    isOn: 'Be quiet for some hours',
    hint: 'Times in Nairobi. What happens meanwhile is told at the end.',
    from: 'From',
    until: 'Until',
    save: 'Save quiet hours',
  },
  saved: 'Saved',
  notSaved: 'It could not be saved',
} as const
