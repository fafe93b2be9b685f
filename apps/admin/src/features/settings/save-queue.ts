import type { SettingRecord } from '@marashi/domain/contracts/settings'
import { settingsCopy } from '../../copy/settings.ts'
import type { SaveFailure, SaveProgress, SaveState, TypedOver } from './save-progress.ts'
import { type Send, type SettingApi, StoredSetting } from './stored-setting.ts'

/** Who is told of a save. */
type Listeners<Value> = {
  onProgress: (progress: SaveProgress) => void
  /** Called with what the shop has stored. */
  onSaved: (record: SettingRecord<Value>) => void
}

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
 * The saves of one setting. They follow one another, each on what the one before has left. What was refused of one field stays
 * refused while others are saved: after each of those it is tried again, for it may fit now, as the hour of opening does once that
 * of closing is later. What was stored by a save whose answer was lost is the owner's own, and is saved over.
 */
export class SaveQueue<Value> {
  readonly #setting: StoredSetting<Value>
  readonly #listeners: Listeners<Value>
  readonly #refused = new Map<string, Refused<Value>>()
  #progress: SaveProgress = { state: { step: 'idle' }, refusals: new Map() }
  #last: Promise<unknown> = Promise.resolve()

  constructor(api: SettingApi<Value>, listeners: Listeners<Value>) {
    this.#setting = new StoredSetting(api)
    this.#listeners = listeners
  }

  get progress(): SaveProgress {
    return this.#progress
  }

  /**
   * Answers null where it was saved. What was `typed` over a field that another device has changed meanwhile is not sent. `next` is
   * called again for each retry, of what is stored then: it changes nothing in what it has made before.
   */
  save(next: (current: Value) => Value, typed?: TypedOver<Value>): Promise<SaveFailure | null> {
    return this.#inTurn(() => this.#run(this.#setting.saving(next), typed))
  }

  undo(): void {
    const send = this.#setting.undoing()
    if (send) void this.#inTurn(() => this.#run(send))
  }

  #inTurn(act: () => Promise<SaveFailure | null> | null): Promise<SaveFailure | null> {
    const mine = this.#last.then(act)
    this.#last = mine
    return mine
  }

  async #run(send: Send<Value>, typed?: TypedOver<Value>): Promise<SaveFailure | null> {
    if (typed && this.#setting.isOverwriting(typed)) return this.#fail({ message: settingsCopy.stale }, send, typed)
    this.#update({ state: { step: 'saving' } })
    if (typed) this.#takeBackRefusal(typed.field)
    try {
      const record = await this.#setting.send(send, typed)
      this.#listeners.onSaved(record)
      this.#update({ state: { step: 'saved', at: new Date() } })
      if (typed) this.#refused.delete(typed.field)
      this.#tryRefusedAgain()
      return null
    } catch (error) {
      return this.#fail(this.#setting.failureOf(error), send, typed)
    }
  }

  #fail({ message, path }: SaveFailure, send: Send<Value>, typed?: TypedOver<Value>): SaveFailure {
    const isStale = message === settingsCopy.stale
    const field = typed && this.#setting.shown(typed) !== null ? typed.field : undefined
    // Whoever is told that another device has changed it knows what it shows now, and may save all the same.
    const known = isStale && typed ? { ...typed, was: this.#setting.shown(typed) } : typed
    const isOver = () => field !== undefined && this.#refused.get(field) !== mine
    const again = () => this.#inTurn(() => (isOver() ? null : this.#run(send, known)))
    const state = { step: 'failed', message, field, retry: () => void again() } as const
    const mine = known && { typed: known, state, again, isStale }
    if (mine && field !== undefined) {
      this.#refused.set(field, mine)
      this.#update({ refusals: new Map(this.#progress.refusals).set(field, message) })
    }
    this.#update({ state })
    return { message, path }
  }

  #tryRefusedAgain(): void {
    for (const [field, { typed, state, again, isStale }] of this.#refused) {
      // A field that is gone, as the hours of a day that is closed now, holds nothing to save.
      if (this.#setting.shown(typed) === null) {
        this.#refused.delete(field)
        this.#takeBackRefusal(field)
      } else if (isStale) this.#update({ state })
      else void again()
    }
  }

  #takeBackRefusal(field: string): void {
    this.#update({ refusals: new Map([...this.#progress.refusals].filter(([each]) => each !== field)) })
  }

  #update(changes: Partial<SaveProgress>): void {
    this.#progress = { ...this.#progress, ...changes }
    this.#listeners.onProgress(this.#progress)
  }
}
