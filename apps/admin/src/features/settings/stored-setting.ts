import { failureOf, mayBeDone } from '@marashi/api-client/failure'
import type { SettingRecord } from '@marashi/domain/contracts/settings'
import { settingsCopy } from '../../copy/settings.ts'
import { OwnSaves } from './own-saves.ts'
import type { SaveFailure, TypedOver } from './save-progress.ts'

/** How the page reads one setting, and what it asks of the shop. */
export type SettingApi<Value> = {
  /** What the page holds; undefined where the page is gone, as after a logout. */
  read: () => SettingRecord<Value> | undefined
  readAgain: () => Promise<unknown>
  save: (value: Value, version: number) => Promise<SettingRecord<Value>>
  undo: (changeId: string) => Promise<SettingRecord<Value>>
  /** A value as the shop writes it. The shop refuses what it does not take, and stores none of it. */
  asStored: (value: Value) => Value
}

/** Asks the shop to store a value, anew with each call: the value, what it goes over, and the shop's answer. */
export type Send<Value> = () => { before: Value; value: Value; answer: Promise<SettingRecord<Value>> }

/** One setting as the page holds it, and what this page has made of it. */
export class StoredSetting<Value> {
  readonly #api: SettingApi<Value>
  readonly #own = new OwnSaves<Value>()

  constructor(api: SettingApi<Value>) {
    this.#api = api
  }

  saving(next: (current: Value) => Value): Send<Value> {
    return () => {
      const { value: before, version } = this.#held()
      const value = next(before)
      return { before, value, answer: this.#api.save(value, version) }
    }
  }

  /** Undefined where there is no change to undo. */
  undoing(): Send<Value> | undefined {
    const { lastChange } = this.#held()
    if (!lastChange) return undefined
    const { id, before: value } = lastChange
    return () => {
      const answer = this.#api.undo(String(id))
      return { before: this.#held().value, value, answer }
    }
  }

  /** What is refused as stale, and would overwrite nothing of another device, is sent once more, over what is stored now. */
  async send(send: Send<Value>, typed?: TypedOver<Value>): Promise<SettingRecord<Value>> {
    try {
      return await this.#answerTo(send)
    } catch (error) {
      const isRefused = failureOf(error).code !== 'STALE' || (typed ? this.isOverwriting(typed) : !this.#holdsOwn())
      if (isRefused) throw error
      return await this.#answerTo(send)
    }
  }

  /** Whether the field holds neither what was typed over nor what this page has saved since. */
  isOverwriting(typed: TypedOver<Value>): boolean {
    return !this.#own.leadsTo(this.shown(typed), typed.was, typed.of)
  }

  /** What the field shows now: null where it is gone, also where the page is. */
  shown({ of }: TypedOver<Value>): string | null {
    const record = this.#api.read()
    return record ? of(record.value) : null
  }

  /** What the owner reads of what a save has thrown. */
  failureOf(error: unknown): SaveFailure {
    const { code, text, fields } = failureOf(error)
    if (code === 'OFFLINE') return { message: settingsCopy.noConnection }
    if (code === 'UNAUTHORIZED') return { message: settingsCopy.sessionEnded }
    const [path, message = text] = Object.entries(fields)[0] ?? []
    if (code !== 'STALE') return { message, path }
    // An Undo alone: a save over what the owner has saved is sent again.
    return { message: this.#holdsOwn() ? settingsCopy.ownAfter : settingsCopy.stale }
  }

  async #answerTo(send: Send<Value>): Promise<SettingRecord<Value>> {
    const { before, value, answer } = send()
    try {
      const record = await answer
      this.#own.add(before, record.value)
      return record
    } catch (error) {
      const failure = failureOf(error)
      if (mayBeDone(failure)) this.#own.add(before, this.#api.asStored(value))
      if (failure.code === 'STALE') await this.#api.readAgain()
      throw error
    }
  }

  #holdsOwn(): boolean {
    const record = this.#api.read()
    return record !== undefined && this.#own.hasLeft(record.value)
  }

  #held(): SettingRecord<Value> {
    return this.#api.read() as SettingRecord<Value>
  }
}
