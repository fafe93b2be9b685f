import { Field, Input } from '@marashi/ui/field'
import type { ComponentProps } from 'react'
import { commonCopy } from '../../../copy/common.ts'
import { ordersCopy } from '../../../copy/orders.ts'
import styles from './cancel-dialog.module.css'

const copy = ordersCopy.sheet.cancelling

/** Why something is cancelled; `hint` says where the reason stays. */
export function CancelReason({
  hint,
  error,
  ...field
}: { hint: string; error: string | undefined } & ComponentProps<'input'>) {
  return (
    <>
      <Field label={commonCopy.reason} hint={hint} error={error}>
        <Input autoComplete="off" list="cancel-reasons" {...field} />
      </Field>
      <datalist id="cancel-reasons">
        {copy.reasons.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </>
  )
}

/** Whether what was taken out of stock goes back. */
export function Restock(field: ComponentProps<'input'>) {
  return (
    <label className={styles.restock}>
      <input type="checkbox" {...field} />
      {copy.restock}
    </label>
  )
}
