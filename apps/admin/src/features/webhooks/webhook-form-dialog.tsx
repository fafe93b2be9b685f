import { trpc } from '@marashi/api-client/trpc'
import type { WebhookEndpoint } from '@marashi/domain/contracts/admin-webhooks'
import { type EventType, eventTypes } from '@marashi/domain/contracts/events'
import { Field, Input } from '@marashi/ui/field'
import { useForm } from 'react-hook-form'
import { webhooksCopy } from '../../copy/webhooks.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { sendOnce } from '../../lib/forms/send-once.ts'
import { useEdit } from '../../lib/forms/use-edit.ts'
import { useSave } from '../../lib/forms/use-save.ts'
import styles from './webhook-form-dialog.module.css'

const copy = webhooksCopy.form
interface WebhookForm {
  url: string
  types: EventType[]
}

/** Adds an address, whose id `onAdded` gets, or edits `webhook`. */
export function WebhookFormDialog({
  webhook,
  onClose,
  onReload,
  onAdded,
}: {
  webhook?: WebhookEndpoint
  onClose: () => void
  onReload?: () => void
  onAdded?: (id: string) => void
}) {
  const form = useForm<WebhookForm, unknown, WebhookForm>({
    defaultValues: { url: webhook?.url ?? '', types: webhook?.types ?? ['order.placed', 'order.paid'] },
  })
  const { errors, isDirty } = form.formState
  const utils = trpc.useUtils()
  const { create, save } = utils.client.admin.webhooks
  const saveEdit = useEdit(save.mutate)
  const { submit, isBusy, problem, isStale } = useSave({
    form,
    save: async ({ url, types }) => {
      if (webhook) {
        const { id, updatedAt, pausedAt } = webhook
        await saveEdit({ id, url, types, isPaused: pausedAt !== null, updatedAt })
      } else {
        const { id } = await sendOnce('webhook', (options) => create.mutate({ url, types }, options))
        onAdded?.(id)
      }
      await utils.admin.webhooks.invalidate()
      return webhook ? copy.savedToast : copy.addedToast
    },
    failed: webhooksCopy.failedSave,
    onDone: onClose,
  })

  return (
    <FormDialog
      title={webhook ? copy.editTitle : copy.addTitle}
      onClose={onClose}
      onSubmit={form.handleSubmit(submit)}
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel={webhook ? copy.save : copy.add}
      busyLabel={copy.saving}
      problem={problem}
      onReload={isStale ? onReload : undefined}
    >
      <Field label={copy.url} hint={copy.urlHint} error={errors.url?.message}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={copy.urlPlaceholder}
          {...form.register('url')}
        />
      </Field>
      <fieldset className={styles.types}>
        <legend className={styles.legend}>{copy.types}</legend>
        {eventTypes.map((type) => (
          <label key={type} className={styles.type}>
            <input type="checkbox" value={type} {...form.register('types')} />
            {webhooksCopy.types[type]}
          </label>
        ))}
        {errors.types?.message && (
          <p role="alert" className={styles.error}>
            {errors.types.message}
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}
