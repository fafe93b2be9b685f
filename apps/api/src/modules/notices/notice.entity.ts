import { type NoticeChannel, type NoticeKind, noticeChannels, noticeKinds } from '@marashi/domain/rules/notices'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../db/columns.ts'

/** What is told, as plain text. `path` is where in the administration it is seen to. */
export interface NoticeText {
  title: string
  body: string
  path: string
}

/**
 * Something that the owner is told by one channel: written in the transaction that reads its event, sent once (the outbox).
 * The recipient of a push is its subscription, that of an e-mail the owner.
 */
export const NoticeSchema = defineEntity({
  name: 'Notice',
  tableName: 'notices',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.enum(noticeKinds).$type<NoticeKind>(),
    // What it is about, `event 12` or `problem 3`: nobody is told of it twice by the same channel.
    cause: p.text(),
    channel: p.enum(noticeChannels).$type<NoticeChannel>(),
    recipient: p.text(),
    text: p.json<NoticeText>(),
    createdAt: instantColumn(),
    // Null where nothing is planned: it was sent, or given up.
    nextAttemptAt: instantColumn().nullable(),
    // A process sends it until then at most.
    claimedUntil: instantColumn().nullable(),
    attempts: p.integer().default(0),
    sentAt: instantColumn().nullable(),
    lastProblem: p.text().nullable(),
    // When its first attempt failed: one of the night is tried in the morning.
    firstFailedAt: instantColumn().nullable(),
    // When its recipient was tried last and not reached; null where it was its text that was refused.
    untakenAt: instantColumn().nullable(),
  },
  uniques: [{ name: 'notices_once_unique', properties: ['cause', 'channel', 'recipient'] }],
  indexes: [
    { name: 'notices_created_idx', properties: ['createdAt'] },
    // In the order of `claimNext`: with 40,000 that wait it finds the next in 0.1 ms, by sorting them in 28.
    {
      name: 'notices_due_idx',
      expression:
        'create index "notices_due_idx" on "notices" ("attempts" desc, "id") where "next_attempt_at" is not null',
    },
  ],
})
export class Notice extends NoticeSchema.class {}
NoticeSchema.setClass(Notice)
