import { Input, TextArea } from '@marashi/ui/field'
import { useEffect, useRef, useState } from 'react'
import { settingsCopy } from '../../copy/settings.ts'
import { askBeforeClosing } from '../../lib/forms/ask-before-closing.ts'
import { AskBeforeLeaving } from '../../lib/forms/unsaved-question.tsx'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import type { SaveFailure } from './save-progress.ts'

/**
 * A text box that saves when it is left, or on Enter where it has one line, also where the whole page is left. What could not be
 * saved stays typed, and is asked about before the page is left; a toast says so where the box is gone. The browser asks before the
 * tab is closed with what is typed. Another device may save while somebody types: `onSave` gets what the box showed at the first key too.
 */
export function BlurInput({
  value,
  onSave,
  isLong = false,
  ...rest
}: {
  value: string
  /** `was` is what the owner typed over. Answers null where it was saved. */
  onSave: (typed: string, was: string) => Promise<SaveFailure | null>
  isLong?: boolean
  type?: string
  inputMode?: 'numeric' | 'tel' | 'email' | 'url'
  maxLength?: number
  placeholder?: string
  readOnly?: boolean
  'aria-label'?: string
}) {
  const [draft, setDraft] = useState<{ typed: string; was: string } | null>(null)
  const tried = useRef<string>(undefined)
  const [refused, setRefused] = useState<string>()
  const isShown = useRef(false)
  const notifyFailure = useNotifyFailure()
  const isDirty = draft !== null && draft.typed !== value && !rest.readOnly
  useEffect(() => {
    const stop = askBeforeClosing(() => isDirty)
    return () => stop()
  }, [isDirty])

  async function leave() {
    if (!isDirty) {
      setDraft(null)
      // What was refused is taken back: it must not be tried again beside another box.
      if (tried.current === undefined) return
      tried.current = undefined
      await onSave(value, value)
      return
    }
    const { typed, was } = draft
    tried.current = typed
    if ((await onSave(typed, was)) === null) {
      tried.current = undefined
      setDraft((now) => (now?.typed === typed ? null : now))
    } else if (isShown.current) setRefused(typed)
    else notifyFailure(undefined, settingsCopy.lost)
  }

  useEffect(() => {
    // Saved by Retry, or tried again beside another box.
    if (draft?.typed !== value || tried.current !== value) return
    tried.current = undefined
    setDraft(null)
  }, [draft, value])

  const remove = useRef(() => {})
  useEffect(() => {
    // What was refused while the box was there has been told.
    remove.current = () => void (isDirty && tried.current !== draft.typed && leave())
  })
  useEffect(() => {
    isShown.current = true
    // A box that is removed, as by Back, is not left: React calls no `onBlur`.
    return () => {
      isShown.current = false
      remove.current()
    }
  }, [])

  const shared = {
    ...rest,
    value: draft?.typed ?? value,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft({ typed: target.value, was: isDirty ? draft.was : value }),
    onBlur: () => void leave(),
  }
  return (
    <>
      {isLong ? (
        <TextArea rows={6} {...shared} />
      ) : (
        <Input {...shared} onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()} />
      )}
      {isDirty && draft.typed === refused && <AskBeforeLeaving isDirty />}
    </>
  )
}
