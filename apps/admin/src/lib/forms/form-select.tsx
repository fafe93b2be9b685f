import { Select } from '@marashi/ui/field'
import { useEffect } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

/**
 * A choice of a form among `options` that may change while it is open: the form holds what is shown, also where the chosen
 * option is gone. Then it is `empty`, the words for no choice yet, or else the first option. Without options, as while they
 * are read, the choice is kept.
 */
export function FormSelect<Fields extends FieldValues, Output extends FieldValues>({
  control,
  name,
  options,
  empty,
}: {
  control: Control<Fields, unknown, Output>
  name: FieldPath<Fields>
  options: readonly { value: string; label: string }[]
  empty?: string | undefined
}) {
  const { field } = useController({ control, name })
  const { value, onChange } = field
  const first = empty === undefined ? options[0]?.value : ''
  const shown = options.some((option) => option.value === value) ? value : first
  // A browser shows another option in silence, and the form would send the one that is gone.
  useEffect(() => {
    if (options.length > 0 && value !== shown) onChange(shown)
  })
  return (
    <Select {...field} value={shown}>
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
