import { type Failure, failureOf, mayBeDone } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { SettingRecord } from '@marashi/domain/contracts/settings'
import { type SettingKey, type ShopSettings, settingsByKey } from '@marashi/domain/rules/settings/groups'
import { useRef, useState } from 'react'
import { settingsCopy } from '../../copy/settings.ts'
import { OwnSaves } from './own-saves.ts'

export type SaveState =
  | { step: 'idle' }
  | { step: 'saving' }
  | { step: 'saved'; at: Date }
  | {
      step: 'failed'
      message: string
      /** The box whose text it was; none for a switch, and where the box is gone. */
      field: string | undefined
      retry: () => void
    }

type Group<Key extends SettingKey> = Key extends `${infer Name}.${string}` ? Name & keyof ShopSettings : never
type Name<Key extends SettingKey> = Key extends `${string}.${infer Rest}` ? Rest : never
export type ValueOf<Key extends SettingKey> =
  Name<Key> extends keyof ShopSettings[Group<Key>] ? ShopSettings[Group<Key>][Name<Key>] : never

/** What was typed over a field of a setting. */
export type TypedOver<Value> = {
  field: string
  /** What the field shows of a value; null where that has no such field. */
  of: (value: Value) => string | null
  /** What it showed when the owner began to type, or was told what it shows meanwhile: null where it was gone. */
  was: string | null
}

export type Refusals = ReadonlyMap<string, string>

/** Why a save failed; `path` is the part of the value that the shop refuses, as `value.3.fee`, where it names one. */
export type SaveFailure = { message: string; path?: string | undefined }

export type Saved<Value> = {
  record: SettingRecord<Value>
  state: SaveState
  /** Why what was typed into a box was refused, by field. */
  refusals: Refusals
  /**
   * Answers null where it was saved. What was `typed` over a field that another device has changed meanwhile is not sent. `next` is
   * called again for each retry, of what is stored then: it changes nothing in what it has made before.
   */
  save: (next: (current: Value) => Value, typed?: TypedOver<Value>) => Promise<SaveFailure | null>
  undo: () => void
}

/** What is to be stored, what it goes over, and the shop's answer. */
type Sent<Value> = { before: Value; value: Value; answer: Promise<SettingRecord<Value>> }
type Send<Value> = () => Sent<Value>

/** What was typed over a field and could not be saved. */
type Refused<Value> = {
  typed: TypedOver<Value>
  state: SaveState
  /** Sends it again, unless what the field holds was saved or refused once more since. */
  again: () => Promise<SaveFailure | null>
  /** Whether the owner has to decide, because another device has changed the field. */
  isStale: boolean
}

/**
 * One setting, and how its last save went. Saves follow one another, each on what the one before has left. What was refused of one
 * field stays refused while others are saved: after each of those it is tried again, for it may fit now, as the hour of opening
 * does once that of closing is later. What was stored by a save whose answer was lost is the owner's own, and is saved over.
 */
export function useSetting<Key extends SettingKey>(key: Key): Saved<ValueOf<Key>> {
  type Value = ValueOf<Key>
  const utils = trpc.useUtils()
  const list = utils.admin.settings.list
  trpc.admin.settings.list.useQuery()
  const [state, setState] = useState<SaveState>({ step: 'idle' })
  const [refusals, setRefusals] = useState<Refusals>(new Map())
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [own] = useState(() => new OwnSaves<Value>())
  const refused = useRef(new Map<string, Refused<Value>>())
  const [group, name] = key.split('.') as [keyof ShopSettings, string]
  const read = () =>
    (list.getData()?.[group] as Record<string, SettingRecord<Value>> | undefined)?.[name] as SettingRecord<Value>

  async function run(send: Send<Value>, typed?: TypedOver<Value>): Promise<SaveFailure | null> {
    const fail = ({ message, path }: SaveFailure): SaveFailure => {
      const isStale = message === settingsCopy.stale
      const field = typed && shown(typed) !== null ? typed.field : undefined
      // Whoever is told that another device has changed it knows what it shows now, and may save all the same.
      const known = isStale && typed ? { ...typed, was: shown(typed) } : typed
      const isOver = () => field !== undefined && refused.current.get(field) !== mine
      const again = () => inTurn(() => (isOver() ? null : run(send, known)))
      const failed = { step: 'failed', message, field, retry: () => void again() } as const
      const mine = known && { typed: known, state: failed, again, isStale }
      if (mine && field !== undefined) {
        refused.current.set(field, mine)
        setRefusals((others) => new Map(others).set(field, message))
      }
      setState(failed)
      return { message, path }
    }
    if (typed && isOverwriting(typed)) return fail({ message: settingsCopy.stale })
    setState({ step: 'saving' })
    if (typed) takeBackRefusal(typed.field)
    try {
      const record = await sendOver(send, typed)
      list.setData(undefined, (all) => all && { ...all, [group]: { ...all[group], [name]: record } })
      setState({ step: 'saved', at: new Date() })
      if (typed) refused.current.delete(typed.field)
      tryRefusedAgain()
      void utils.catalogue.shop.invalidate()
      return null
    } catch (error) {
      return fail(saveFailureOf(failureOf(error)))
    }
  }

  /** What is refused as stale, and would overwrite nothing of another device, is sent once more, over what is stored now. */
  async function sendOver(send: Send<Value>, typed?: TypedOver<Value>): Promise<SettingRecord<Value>> {
    try {
      return await answerTo(send)
    } catch (error) {
      const isRefused =
        failureOf(error).code !== 'STALE' || (typed ? isOverwriting(typed) : !own.hasLeft(read()?.value))
      if (isRefused) throw error
      return await answerTo(send)
    }
  }

  async function answerTo(send: Send<Value>): Promise<SettingRecord<Value>> {
    const { before, value, answer } = send()
    try {
      const record = await answer
      own.add(before, record.value)
      return record
    } catch (error) {
      const failure = failureOf(error)
      if (mayBeDone(failure)) own.add(before, asStored(value))
      if (failure.code === 'STALE') await list.refetch()
      throw error
    }
  }

  function saveFailureOf({ code, text, fields }: Failure): SaveFailure {
    if (code === 'OFFLINE') return { message: settingsCopy.noConnection }
    const [path, message = text] = Object.entries(fields)[0] ?? []
    if (code !== 'STALE') return { message, path }
    // An Undo alone: a save over what the owner has saved is sent again.
    return { message: own.hasLeft(read()?.value) ? settingsCopy.ownAfter : settingsCopy.stale }
  }

  function tryRefusedAgain(): void {
    for (const [field, { typed, state, again, isStale }] of refused.current) {
      // A field that is gone, as the hours of a day that is closed now, holds nothing to save.
      if (shown(typed) === null) {
        refused.current.delete(field)
        takeBackRefusal(field)
      } else if (isStale) setState(state)
      else void again()
    }
  }

  const takeBackRefusal = (field: string) => setRefusals((all) => new Map([...all].filter(([each]) => each !== field)))

  /** Whether the field holds neither what was typed over nor what this page has saved since. */
  const isOverwriting = (typed: TypedOver<Value>): boolean => !own.leadsTo(shown(typed), typed.was, typed.of)

  /** As the schema of the setting writes it, the fields in its order. The shop refuses what it does not take, and stores none of it. */
  function asStored(value: Value): Value {
    const { data = value } = settingsByKey.get(key)?.schema.safeParse(value) ?? {}
    return data as Value
  }

  /** What the field shows now: null where it is gone, also where the page is, as after a logout. */
  function shown({ of }: TypedOver<Value>): string | null {
    const record: SettingRecord<Value> | undefined = read()
    return record ? of(record.value) : null
  }

  function inTurn(act: () => Promise<SaveFailure | null> | null): Promise<SaveFailure | null> {
    const mine = last.current.then(act)
    last.current = mine
    return mine
  }

  return {
    record: read(),
    state,
    refusals,
    save: (next, typed) => {
      const send = () => {
        const { value: before, version } = read()
        const value = next(before)
        const answer = utils.client.admin.settings.save.mutate({ key, value: value as never, version })
        return { before, value, answer } as Sent<Value>
      }
      return inTurn(() => run(send, typed))
    },
    undo: () => {
      const { lastChange } = read()
      if (!lastChange) return
      const { id, before: value } = lastChange
      const send = () => {
        const answer = utils.client.admin.settings.undo.mutate({ changeId: String(id) })
        return { before: read().value, value, answer } as Sent<Value>
      }
      void inTurn(() => run(send))
    },
  }
}
