import { z } from 'zod'
import {
  type SettingGroups,
  type SettingKey,
  settingGroups,
  settingKeys,
  settingsByKey,
} from '../rules/settings/groups.ts'
import type { Setting } from '../rules/settings/setting.ts'
import { timeFilter } from './admin-lists.ts'
import { instant } from './primitives.ts'

/** The owner's settings on the screen Settings. See docs/behaviour.md#settings. */

/** Changes may be undone for so many days. */
export const undoDays = 7

const changeId = z.int().min(1)

const who = {
  at: instant,
  isOwn: z.boolean().meta({ description: 'Made in the same session of the administrator that asks' }),
}

/** One setting as the screen shows it. */
const settingRecord = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value,
    initial: value.meta({ description: 'What a new shop has' }),
    version: z.int().min(0).meta({ description: 'To be sent back when the setting is saved; 0 where it never was' }),
    lockedBy: z.string().nullable().meta({ description: 'The variable of the environment that holds the value' }),
    lastChange: z
      .object({ ...who, id: changeId, before: value })
      .nullable()
      .meta({ description: 'What may be undone: the last change, where it is no older than 7 days' }),
  })

type RecordOf<Each> = Each extends Setting<infer Schema> ? ReturnType<typeof settingRecord<Schema>> : never
type GroupRecords<Group> = z.ZodObject<{ [Name in keyof Group]: RecordOf<Group[Name]> }>

/** Every setting, by group and name. */
export const settingsList = z.object(
  Object.fromEntries(
    Object.entries(settingGroups).map(([group, settings]) => [
      group,
      z.object(
        Object.fromEntries(
          Object.entries(settings).map(([name, { schema }]) => [name, settingRecord(schema as z.ZodType)]),
        ),
      ),
    ]),
  ),
) as unknown as z.ZodObject<{ [Group in keyof SettingGroups]: GroupRecords<SettingGroups[Group]> }>
export type SettingsList = z.output<typeof settingsList>
export interface SettingRecord<Value = unknown> {
  value: Value
  initial: Value
  version: number
  lockedBy: string | null
  lastChange: { id: number; at: string; isOwn: boolean; before: Value } | null
}

const settingKey = z.enum(settingKeys)

/** What is wrong with the value is said under `value`. */
export const saveSettingInput = z
  .strictObject({
    key: settingKey,
    value: z.json().meta({ description: 'As the setting takes it: see the list' }),
    version: z.int().min(0).meta({ description: 'As it was read' }),
  })
  .superRefine(({ key, value }, context) => {
    const { schema, toSave = schema } = settingsByKey.get(key) as Setting
    const { error } = toSave.safeParse(value)
    for (const { message, path } of error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path: ['value', ...path] })
  })
export type SaveSetting = z.output<typeof saveSettingInput>

export const savedSetting = settingRecord(z.json())
export type SavedSetting = z.output<typeof savedSetting>

export const undoInput = z.strictObject({
  changeId: z
    .string('Not a valid id')
    .regex(/^[1-9]\d{0,14}$/, 'Not a valid id')
    .transform(Number),
})

export const settingChangesQuery = z.object({
  limit: z.int().min(1).max(100).default(50),
  before: z.int().min(1).optional().meta({ description: 'Older than the change with this id' }),
  ...timeFilter,
})

export const settingChange = z
  .object({
    ...who,
    id: changeId,
    key: z.string(),
    before: z.json(),
    after: z.json(),
    undoes: changeId.nullable().meta({ description: 'The change that this one took back' }),
    canUndo: z.boolean(),
  })
  .meta({ id: 'SettingChange' })
export type SettingChange = z.output<typeof settingChange>
export type { SettingKey }
