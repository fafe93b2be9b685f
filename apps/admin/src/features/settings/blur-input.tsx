import { Input, TextArea } from '@marashi/ui/field'
import { useState } from 'react'

/** A text box that saves when it is left, or on Enter where it has one line. What could not be saved stays typed. */
export function BlurInput({
  value,
  onSave,
  isLong = false,
  ...rest
}: {
  value: string
  /** Answers whether it was saved. */
  onSave: (typed: string) => Promise<boolean>
  isLong?: boolean
  type?: string
  inputMode?: 'numeric' | 'tel' | 'email' | 'url'
  maxLength?: number
  placeholder?: string
  readOnly?: boolean
  'aria-label'?: string
}) {
  const [draft, setDraft] = useState<string | null>(null)
  async function leave() {
    if (draft === null || rest.readOnly) return
    if (draft === value) return setDraft(null)
    if (await onSave(draft)) setDraft((typed) => (typed === draft ? null : typed))
  }
  const shared = {
    ...rest,
    value: draft ?? value,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setDraft(event.target.value),
    onBlur: () => void leave(),
  }
  if (isLong) return <TextArea rows={6} {...shared} />
  return <Input {...shared} onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()} />
}
