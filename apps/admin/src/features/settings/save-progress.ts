/** How the last save of a setting went, and why what was typed into a box of it was refused. */
export type SaveProgress = { state: SaveState; refusals: Refusals }

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

/** The messages of refused boxes, by field. */
export type Refusals = ReadonlyMap<string, string>

/** Why a save failed; `path` is the part of the value that the shop refuses, as `value.3.fee`, where it names one. */
export type SaveFailure = { message: string; path?: string | undefined }

/** What was typed over a field of a setting. */
export type TypedOver<Value> = {
  field: string
  /** What the field shows of a value; null where that has no such field. */
  of: (value: Value) => string | null
  /** What it showed when the owner began to type, or was told what it shows meanwhile: null where it was gone. */
  was: string | null
}
