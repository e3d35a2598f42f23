DROP INDEX "payments_alerted";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "books_differ" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "books_differ" = true, "alert" = null WHERE "alert" = 'LEDGER_DIFFERS';--> statement-breakpoint
CREATE INDEX "payments_alerted" ON "payments" USING btree ("vendor","created_at") WHERE "payments"."alert" is not null or "payments"."status" = 'disputed' or "payments"."books_differ";