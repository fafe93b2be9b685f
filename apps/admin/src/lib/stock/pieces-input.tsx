import { mostPieces } from '@marashi/domain/rules/stock-count'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import { formatWhole } from '@marashi/domain/rules/whole-number'
import { Field, Input } from '@marashi/ui/field'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react'
import { stockCopy } from '../../copy/stock.ts'
import { askBeforeClosing } from '../forms/ask-before-closing.ts'
import { UnsavedFields } from '../forms/unsaved-fields.ts'
import styles from './stock-control.module.css'

const LONGEST = formatWhole(mostPieces).length

/**
 * A number of pieces, saved when the field is left, also by leaving the page, or by Enter; what a form is closed with is discarded.
 * Empty is null, and anything else stays typed, with what is wrong. Only what was typed is saved: the count may have gone down while the field shows another one.
 */
export function PiecesInput({
  label,
  placeholder,
  value,
  onSave,
}: {
  label: string
  placeholder: string
  value: number | null
  onSave: (pieces: number | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const unsaved = useContext(UnsavedFields)
  const isTyped = useRef(false)
  const [isRefused, setIsRefused] = useState(false)
  const shown = value === null ? '' : String(value)
  useEffect(() => {
    if (input.current && input.current !== document.activeElement && !isTyped.current) input.current.value = shown
  }, [shown])

  /** Answers whether nothing that was typed is left unsaved. */
  function leave(element: HTMLInputElement): boolean {
    if (!isTyped.current) {
      element.value = shown
      return true
    }
    const pieces = typedNumber(element.value)
    const isWrong = !isPieces(pieces)
    setIsRefused(isWrong)
    if (isWrong) return false
    isTyped.current = false
    unsaved?.delete(element)
    element.value = pieces === null ? '' : String(pieces)
    if (pieces !== value) onSave(pieces)
    return true
  }

  useEffect(() => {
    const stop = askBeforeClosing(() => isTyped.current)
    return () => stop()
  }, [])

  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    const element = input.current
    // A field that is removed, as with its page by Back, is not left: React calls no `onBlur`.
    return () => {
      if (!element || !isTyped.current) return
      if (unsaved) unsaved.delete(element)
      else latest.current(element)
    }
  }, [unsaved])

  return (
    <Field
      label={<VisuallyHidden>{label}</VisuallyHidden>}
      // The focus has gone on when it is said.
      error={isRefused && <span role="alert">{stockCopy.notPieces}</span>}
    >
      <Input
        ref={input}
        className={styles.pieces}
        inputMode="numeric"
        autoComplete="off"
        maxLength={LONGEST}
        placeholder={placeholder}
        defaultValue={shown}
        onInput={({ currentTarget }) => {
          isTyped.current = true
          unsaved?.set(currentTarget, () => latest.current(currentTarget))
          if (isRefused) setIsRefused(!isPieces(typedNumber(currentTarget.value)))
        }}
        onBlur={({ target, relatedTarget }) => {
          // What closes the form asks whether to discard it. The dialog around the form does not: it gets the focus from a press
          // beside the fields, and in Safari also from one on a button.
          const isAsked = unsaved && relatedTarget && !isAround(target.form, relatedTarget)
          if (!isAsked) leave(target)
        }}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            leave(event.currentTarget)
          }
        }}
      />
    </Field>
  )
}

/** Whether `element` is in the form or has it inside. */
const isAround = (form: HTMLFormElement | null, element: Element) => form?.contains(element) || element.contains(form)

const isPieces = (typed: number | null) =>
  typed === null || (Number.isInteger(typed) && typed >= 0 && typed <= mostPieces)
