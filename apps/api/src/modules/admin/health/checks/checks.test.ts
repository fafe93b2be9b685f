import type { BackupStatus } from '@marashi/domain/contracts/admin-backups'
import { describe, expect, it } from 'vitest'
import { apiKeysFinding } from './api-keys.ts'
import { backupFinding } from './backup.ts'
import { certificateFinding } from './certificate.ts'
import { changesFinding } from './changes.ts'
import { clockFinding } from './clock.ts'
import { databaseFinding } from './database.ts'
import { diskFinding } from './disk.ts'
import { emailsFinding } from './emails.ts'
import { eventLoopFinding } from './event-loop.ts'
import { type JobFacts, jobFindings } from './jobs.ts'
import { memoryFinding } from './memory.ts'
import { noticeFindings } from './notices.ts'
import { type ProviderFacts, providerFinding } from './payment-provider.ts'
import { type ProcessFacts, processesFinding } from './processes.ts'
import { shopLimitFinding } from './shop-limits.ts'
import {
  flaggedPaymentsFinding,
  openPaymentsFinding,
  setAsideFinding,
  typedReceiptsFinding,
  unmatchedMoneyFinding,
  unsentRefundsFinding,
} from './waiting-money.ts'
import { type WebhookFacts, webhookFindings } from './webhooks.ts'

const now = new Date('2026-11-22T09:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

describe('the database', () => {
  const good = { version: 18, isEncrypted: true, size: '12 MB', isSortedAnew: false, answersInMs: 3 }
  it.each([
    [{}, 'fine', /PostgreSQL 18, encrypted, 12 MB/],
    [{ answersInMs: null }, 'fine', /PostgreSQL 18/],
    [{ version: 14 }, 'broken', /14 is too old/],
    [{ answersInMs: 400 }, 'doubtful', /400 ms/],
    [{ answersInMs: 2_500 }, 'broken', /2500 ms/],
    [{ isSortedAnew: true }, 'doubtful', /sorts texts in another way/],
    [{ isSortedAnew: true, answersInMs: 2_500 }, 'broken', /2500 ms/],
  ] as const)('%j is %s', (change, state, message) => {
    expect(databaseFinding({ ...good, ...change })).toMatchObject({ state, message: expect.stringMatching(message) })
  })
})

it('reports processes that do not hear changes of prices', () => {
  expect(changesFinding({ unnotified: 0 }).state).toBe('fine')
  expect(changesFinding({ unnotified: 2 })).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/^2 processes/),
  })
})

it.each([
  [10e9, 'fine'],
  [1e9, 'doubtful'],
  [0.1e9, 'broken'],
] as const)('%d bytes of free disk are %s', (freeBytes, state) => {
  expect(diskFinding({ freeBytes, folder: '/data' }).state).toBe(state)
})

it('names every program whose key ends', () => {
  expect(apiKeysFinding([], now)).toBeNull()
  const keys = [
    { name: 'Accounts', endsAt: ago(60) },
    { name: 'Warehouse', endsAt: ago(-60) },
  ]
  expect(apiKeysFinding(keys, now)).toMatchObject({
    state: 'doubtful',
    message: '“Accounts” ended on Nov 22, 2026 11:00. “Warehouse” ends on Nov 22, 2026 13:00.',
    // The words of the page, where only a key that works can be revoked.
    remedy:
      'Press Create a key under API keys, give the new one to the program that uses the old one, and revoke the old one. One that has ended stands here for a week.',
  })
})

describe('the certificate', () => {
  const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60_000)
  it.each([
    [{ from: days(-30), until: days(60) }, 'fine', /shop\.test ends on Jan 21, 2027 12:00/],
    [{ from: days(-73), until: days(17) }, 'doubtful', /should have renewed it/],
    [{ from: days(-82), until: days(8) }, 'broken', /ends on/],
    [{ from: days(-4), until: days(2) }, 'fine', /ends on/],
    [{ from: days(-5), until: days(1) }, 'doubtful', /ends on/],
    [
      { from: days(-30), until: days(60), isReached: false },
      'doubtful',
      /shop\.test does not answer the shop as https any more/,
    ],
    [
      { from: days(-82), until: days(8), isReached: false },
      'broken',
      /seen there last ends on .* whether it was renewed since, the shop cannot see\. Open the shop from a phone/,
    ],
    [{ from: days(-91), until: days(-1), isReached: false }, 'broken', /seen there last was to end on Nov 21, 2026/],
    [{ from: days(-91), until: days(-1), isReached: false, seenAt: days(-30) }, 'broken', /seen there last was to end/],
    // It may have been renewed long since, where the shop cannot reach its own address from within.
    [
      { from: days(-91), until: days(-1), isReached: false, seenAt: days(-31) },
      'doubtful',
      /seen there last was to end/,
    ],
    [{ from: days(-3600), until: days(50) }, 'fine', /ends on/],
    [{ from: days(-345), until: days(20) }, 'doubtful', /ends on/],
    [{ from: days(-3600), until: days(13) }, 'broken', /ends on/],
    [{ from: days(-91), until: days(-1) }, 'broken', /ended on Nov 21, 2026 12:00/],
  ] as const)('%j is %s', (dates, state, message) => {
    const {
      message: said,
      remedy = '',
      ...finding
    } = certificateFinding({ host: 'shop.test', isReached: true, seenAt: now, ...dates }, now)
    expect({ ...finding, said: `${said} ${remedy}` }).toEqual({
      part: 'Certificate',
      state,
      said: expect.stringMatching(message),
    })
  })
})

describe('backups', () => {
  const last = { madeAt: ago(600).toISOString(), provenAt: ago(599).toISOString(), place: 's3://safe', bytes: 1 }
  const good: BackupStatus = { isOn: true, isKeyOnlyHere: false, last, lastFailure: null, isOverdue: false }
  const lastFailure = { at: ago(10).toISOString(), message: 'The disk is full.' }
  it.each([
    [{}, 'fine', /Nov 22, 2026 02:00 .* read back whole on Nov 22, 2026 02:01/],
    [{ isOn: false, last: null }, 'doubtful', /BACKUP_TO is off/],
    [{ last: null }, 'fine', /first one is made at 03:00/],
    [{ last: null, isOverdue: true }, 'broken', /There is no backup\./],
    [{ last: null, lastFailure, isOverdue: true }, 'broken', /no backup.*The disk is full/],
    [{ isOverdue: true }, 'broken', /None has been proven since/],
    [{ lastFailure }, 'doubtful', /last attempt failed/],
    [{ isKeyOnlyHere: true }, 'doubtful', /key is only/],
  ] as const)('%j are %s', (change, state, message) => {
    expect(backupFinding({ ...good, ...change })).toMatchObject({ state, message: expect.stringMatching(message) })
  })
})

describe('e-mails', () => {
  const good = {
    isSetUp: true,
    invented: null,
    waiting: 0,
    oldestFailing: null,
    oldestUnwritten: null,
    refused: null,
    givenUp: null,
    givenUpUnwritten: null,
  }
  const failing = (minutes: number) => ({ createdAt: ago(minutes), problem: '535 wrong password' })
  const refused = (addresses: number, minutes = 20, wereOthersTaken = false) => ({
    addresses,
    since: ago(minutes),
    wereOthersTaken,
    problem: '550 no mailbox',
  })
  it.each([
    [{}, 'fine', /None waits/],
    [{ waiting: 2 }, 'fine', /2 e-mails wait/],
    [{ waiting: 1, oldestFailing: failing(2) }, 'fine', /1 e-mail waits/],
    [{ waiting: 3, oldestUnwritten: ago(40) }, 'broken', /One of them, since .* the shop could not write/],
    [{ waiting: 3, oldestUnwritten: ago(90), oldestFailing: failing(40) }, 'broken', /535 wrong password/],
    [{ waiting: 3, oldestUnwritten: ago(90), oldestFailing: failing(2) }, 'broken', /the shop could not write/],
    [{ waiting: 3, oldestFailing: failing(40) }, 'broken', /since Nov 22, 2026 11:20.*535 wrong password/],
    // Not yet: a server that puts off what comes from strangers takes it within minutes.
    [{ waiting: 1, refused: refused(1, 2) }, 'fine', /1 e-mail waits/],
    [{ waiting: 1, refused: refused(1) }, 'doubtful', /^One address is refused.*550 no mailbox/],
    [{ refused: refused(2) }, 'doubtful', /^2 addresses are refused/],
    [{ refused: refused(3, 20, true) }, 'doubtful', /^3 addresses are refused/],
    [
      { refused: refused(3) },
      'broken',
      /refuses every e-mail, the oldest since Nov 22, 2026 11:40, to 3 addresses.*550/,
    ],
    [{ waiting: 2, refused: refused(1), oldestFailing: failing(40) }, 'broken', /535 wrong password/],
    [
      { givenUp: { count: 1, since: ago(5_000) } },
      'broken',
      /taken nothing since Nov 19, 2026 00:40: 1 e-mail was given up/,
    ],
    [
      { givenUpUnwritten: { count: 2, since: ago(5_000) } },
      'broken',
      /^2 e-mails since Nov 19, 2026 00:40 were given up that the shop itself could not write/,
    ],
    [{ isSetUp: false, waiting: 1 }, 'doubtful', /No mail server is set/],
    [{ invented: 'hello@shop.example' }, 'doubtful', /hello@shop\.example, the invented one/],
  ] as const)('%j are %s', (change, state, message) => {
    expect(emailsFinding({ ...good, ...change }, now)).toMatchObject({
      state,
      message: expect.stringMatching(message),
    })
  })
})

it('say truly for how long they wait for a mail server that is away', () => {
  const oldestFailing = { createdAt: ago(40), problem: 'connect ECONNREFUSED' }
  const facts = {
    isSetUp: true,
    invented: null,
    waiting: 1,
    oldestFailing,
    oldestUnwritten: null,
    refused: null,
    givenUp: null,
    givenUpUnwritten: null,
  }
  expect(emailsFinding(facts, now)).toMatchObject({
    remedy: 'Check SMTP_URL with npm run doctor. Receipts wait for 30 days, e-mails about orders for two.',
  })
})

describe('the owner’s notices', () => {
  const byEmail = { channel: 'email', recipient: 'owner', name: 'me@shop.test', problem: '550 no mailbox' } as const
  it('are fine for ten minutes of a mail server that is away', () => {
    expect(noticeFindings({ unreached: [], unwritten: null }, now)).toMatchObject({ state: 'fine' })
    const unreached = [{ ...byEmail, since: ago(10) }]
    expect(noticeFindings({ unreached, unwritten: { count: 1, since: ago(10) } }, now)).toMatchObject({ state: 'fine' })
  })
  it.each([
    [byEmail, /^You yourself cannot be written to at me@shop\.test, since .* 11:49\. .*answered: 550 no mailbox$/],
    [{ ...byEmail, problem: null }, /The log says what the mail server answered\.$/],
    [{ ...byEmail, channel: 'push', recipient: '1', name: 'Firefox on Linux' }, /^Firefox on Linux has got no notice/],
  ] as const)('are broken where they go %j', (unreached, message) => {
    const facts = { unreached: [{ ...unreached, since: ago(11) }], unwritten: null }
    expect(noticeFindings(facts, now)).toMatchObject([
      { state: 'broken', of: expect.any(String), message: expect.stringMatching(message) },
    ])
  })
})

describe('a payment provider', () => {
  const good: ProviderFacts = {
    name: 'M-Pesa',
    isInterrupted: false,
    refusal: null,
    lastPaidAt: ago(5),
    lastMessageAt: ago(5),
    foundByAsking: 0,
    refused: null,
    unreported: null,
  }
  it.each([
    [{}, 'fine', /Last payment Nov 22, 2026 11:55, last message Nov 22, 2026 11:55/],
    [{ lastPaidAt: null, lastMessageAt: null }, 'fine', /No payment yet, no message yet/],
    [{ isInterrupted: true }, 'broken', /M-Pesa does not answer/],
    [{ refusal: { code: 'unauthorized', isOfShop: true } }, 'broken', /M-Pesa refuses the shop \(unauthorized\)/],
    [{ refusal: { code: 'email_invalid', isOfShop: false } }, 'doubtful', /has refused an order \(email_invalid\)/],
    [{ foundByAsking: 2 }, 'fine', /./],
    [{ foundByAsking: 3 }, 'broken', /messages of M-Pesa do not arrive/],
    [{ refused: { at: ago(10), why: 'signature' } }, 'fine', /./],
    [{ refused: { at: ago(1), why: 'signature' } }, 'doubtful', /signature is wrong/],
    [{ refused: { at: ago(1), why: 'signature' }, lastMessageAt: null }, 'doubtful', /signature is wrong/],
    [{ refused: { at: ago(1), why: 'signature' }, foundByAsking: 3 }, 'broken', /do not arrive/],
    [{ refused: { at: ago(10), why: 'time' } }, 'fine', /./],
    [{ refused: { at: ago(1), why: 'time' } }, 'doubtful', /refused as too old/],
    [{ refused: { at: ago(1), why: 'time' }, foundByAsking: 3 }, 'broken', /refused as too old/],
    [{ unreported: 'never-registered' }, 'doubtful', /never told where/],
    [{ unreported: 'refused' }, 'doubtful', /refused the addresses/],
    [{ unreported: 'moved' }, 'doubtful', /earlier address/],
    [{ unreported: 'other-account' }, 'doubtful', /another number or gateway/],
  ] as const)('%j is %s', (change, state, message) => {
    expect(providerFinding({ ...good, ...change })).toMatchObject({ state, message: expect.stringMatching(message) })
  })
})

it.each([
  [0, null, 'fine', /^None waits/],
  [1, 1, 'doubtful', /^One waits for you/],
  [2, 4 * 60, 'doubtful', /^2 wait for you, the oldest since Nov 22, 2026 08:00/],
  [2, 4 * 60 + 1, 'broken', /these customers may have paid/],
] as const)('%i typed receipts, the oldest %s minutes old, are %s', (count, minutes, state, message) => {
  const oldestAt = minutes === null ? null : ago(minutes)
  expect(typedReceiptsFinding({ count, oldestAt }, now)).toMatchObject({
    state,
    message: expect.stringMatching(message),
  })
})

it.each([
  [0, null, 'fine', /^None waits/],
  [1, 16, 'doubtful', /^1 refund has not been sent/],
  [2, 4 * 60 + 1, 'broken', /^2 refunds have not been sent, the oldest since Nov 22, 2026 07:59/],
] as const)('%i refunds to send, the oldest %s minutes old, are %s', (count, minutes, state, message) => {
  const oldestAt = minutes === null ? null : ago(minutes)
  expect(unsentRefundsFinding({ count, oldestAt }, now)).toMatchObject({
    state,
    message: expect.stringMatching(message),
  })
})

it.each([openPaymentsFinding, flaggedPaymentsFinding, unmatchedMoneyFinding])(
  'counts what waits for the owner (%o)',
  (rule) => {
    expect(rule(0).state).toBe('fine')
    expect(rule(1)).toMatchObject({ state: 'doubtful', message: expect.stringMatching(/^1 payment /) })
    expect(rule(2)).toMatchObject({
      state: 'doubtful',
      message: expect.stringMatching(/^2 payments /),
    })
  },
)

it.each([
  [{ count: 0, ofNoPayment: 0 }, 'fine', /^All were processed/],
  // Its payment is flagged.
  [{ count: 1, ofNoPayment: 0 }, 'doubtful', /^1 message of the gateways could not be processed\.$/],
  [{ count: 2, ofNoPayment: 1 }, 'broken', /^2 messages .* 1 of no known payment/],
] as const)('messages that were set aside, %j, are %s', (waiting, state, message) => {
  expect(setAsideFinding(waiting)).toMatchObject({ state, message: expect.stringMatching(message) })
})

it.each([
  ['deliveryOrdersOfShop', 'broken', /^1,500 new orders wait to be paid on delivery/, /LIMIT_DELIVERY_ORDERS/],
  ['promptsOfShop', 'broken', /^1,500 M-Pesa prompts more than usual went unpaid/, /LIMIT_SHOP_PROMPTS/],
  ['unpaidEmailsOfShop', 'doubtful', /has written about 1,500 orders/, /LIMIT_UNPAID_EMAILS/],
] as const)('says what is refused and what to do while %s is reached', (name, state, message, remedy) => {
  expect(shopLimitFinding(name, { isReached: false, most: 1_500 }).state).toBe('fine')
  expect(shopLimitFinding(name, { isReached: true, most: 1_500 })).toMatchObject({
    state,
    message: expect.stringMatching(message),
    remedy: expect.stringMatching(remedy),
  })
})

describe('webhooks', () => {
  const good: WebhookFacts['endpoints'][number] = {
    id: 'a',
    url: 'https://a.test/hook',
    pausedBy: null,
    failingSince: null,
    lastProblem: null,
  }
  const failing = { ...good, id: 'b', url: 'https://b.test/hook', failingSince: ago(90), lastProblem: 'answered 503' }
  const paused = { ...failing, id: 'c', url: 'https://c.test/hook', pausedBy: 'shop' as const }
  it.each([
    [[good], 'fine', /Every address takes/],
    [[{ ...paused, pausedBy: 'owner' as const }], 'fine', /Every address takes/],
    [[good, failing], 'doubtful', /^b\.test takes nothing since Nov 22, 2026 10:30 \(answered 503\)\.$/],
    [[paused, good], 'broken', /^c\.test is told nothing any more/],
  ] as const)('%j are %s', (endpoints, state, message) => {
    expect(webhookFindings({ endpoints, givenUp: 0 }, now)).toMatchObject([
      { state, message: expect.stringMatching(message) },
    ])
  })

  it('are a problem each, so that one that nobody sees to hides no other', () => {
    const found = webhookFindings({ endpoints: [paused, good, failing], givenUp: 2 }, now)
    expect(found).toMatchObject([
      { of: 'c', state: 'broken' },
      { of: 'b', state: 'doubtful' },
      { of: 'given-up', state: 'doubtful' },
    ])
  })
})

describe('jobs', () => {
  const good: JobFacts = {
    name: 'emails',
    everySeconds: 10,
    longestSeconds: null,
    knownSince: ago(10_000),
    lastSucceededAt: ago(1),
    failingSince: null,
    lastError: null,
  }
  const daily = { everySeconds: null, name: 'backup' }
  it.each([
    [{}, 'fine', /All 1 run/],
    [{ lastSucceededAt: null, knownSince: ago(1) }, 'fine', /./],
    [{ failingSince: ago(1), lastError: 'away' }, 'fine', /./],
    [{ failingSince: ago(5), lastError: 'away' }, 'doubtful', /“emails” has failed since Nov 22, 2026 11:55: away/],
    [{ failingSince: ago(45), lastError: 'away' }, 'broken', /failed since/],
    [{ lastSucceededAt: ago(20) }, 'broken', /“emails” has not run since Nov 22, 2026 11:40/],
    [{ lastSucceededAt: null }, 'broken', /has not run since/],
    // The shop was off and has just been started.
    [{ lastSucceededAt: ago(20), knownSince: ago(1) }, 'fine', /./],
    [{ ...daily, lastSucceededAt: ago(25 * 60) }, 'fine', /./],
    [{ ...daily, lastSucceededAt: ago(27 * 60) }, 'broken', /“backup” has not run since/],
    // It may be at it: it took minutes the night before, and hours this night.
    [{ ...daily, longestSeconds: 4 * 3_600, lastSucceededAt: ago(29 * 60) }, 'fine', /./],
    [{ ...daily, longestSeconds: 4 * 3_600, lastSucceededAt: ago(31 * 60) }, 'broken', /“backup” has not run since/],
    [{ longestSeconds: 900, lastSucceededAt: ago(20) }, 'fine', /./],
    [{ longestSeconds: 900, lastSucceededAt: ago(26) }, 'broken', /“emails” has not run since/],
  ] as const)('%j are %s', (change, state, message) => {
    expect(jobFindings([{ ...good, ...change }], now)).toMatchObject([
      { state, message: expect.stringMatching(message) },
    ])
  })

  it('are a problem each, so that one that stays broken hides no other', () => {
    const failing = { ...good, name: 'feed', failingSince: ago(45) }
    expect(jobFindings([failing, good, { ...good, ...daily, lastSucceededAt: ago(27 * 60) }], now)).toMatchObject([
      { of: 'feed', message: expect.stringMatching(/^“feed” has failed/) },
      { of: 'backup', message: expect.stringMatching(/^“backup” has not run/) },
    ])
  })
})

it.each([
  [0, 'fine', /As the database/],
  [29, 'fine', /As the database/],
  [3_600, 'doubtful', /60 minutes behind/],
  [-31_720_922, 'doubtful', /367 days ahead of/],
  [-40, 'doubtful', /40 seconds ahead of/],
] as const)('a difference of %d seconds between the clocks is %s', (skewSeconds, state, message) => {
  expect(clockFinding({ skewSeconds })).toMatchObject({ state, message: expect.stringMatching(message) })
})

describe('processes', () => {
  const alive: ProcessFacts = {
    host: 'a',
    version: '1.0.0',
    seenAt: now,
    silentSeconds: 5,
    upSeconds: 7_200,
    isOutdated: false,
  }
  const lost = { ...alive, host: 'b', seenAt: ago(20), silentSeconds: 1_200 }
  const newer = { ...alive, version: '1.1.0' }
  const outdated = { ...alive, isOutdated: true }
  it.each([
    [[alive, alive], 'fine', /^2 run, version 1\.0\.0\./],
    [[alive, lost], 'doubtful', /A process was lost .* at Nov 22, 2026 11:40 on b/],
    [[alive, lost, lost, lost], 'broken', /3 processes were lost/],
    [[alive, { ...lost, silentSeconds: 4_000 }], 'fine', /^One runs/],
    // In the middle of an update.
    [[alive, { ...newer, upSeconds: 60 }], 'fine', /version 1\.0\.0 and 1\.1\.0/],
    [[alive, newer], 'doubtful', /Two versions.*1\.0\.0 and 1\.1\.0/],
    [[outdated, { ...alive, upSeconds: 60 }], 'fine', /^2 run/],
    [[outdated, alive], 'doubtful', /^A process runs an older version of the shop than has updated the database/],
    // No newer one is there to take over.
    [[{ ...outdated, upSeconds: 60 }, outdated], 'doubtful', /^2 processes run an older version/],
  ] as const)('%j are %s', (processes, state, message) => {
    expect(processesFinding(processes)).toMatchObject({ state, message: expect.stringMatching(message) })
  })
})

it.each([
  [0.5, 'fine'],
  [0.85, 'doubtful'],
  [0.95, 'broken'],
] as const)('a share of %d of the memory is %s', (share, state) => {
  expect(memoryFinding({ bytes: 200e6, share })).toMatchObject({ state, message: expect.stringMatching(/200 MB/) })
})

it.each([
  [3, 'fine'],
  [300, 'doubtful'],
  [1_500, 'broken'],
] as const)('an event loop that is %d ms late is %s', (loopMs, state) => {
  expect(eventLoopFinding({ loopMs }).state).toBe(state)
})
