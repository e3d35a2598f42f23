CREATE INDEX "op_ledger_held" ON "op_ledger" USING btree ("vendor","op_id") WHERE "op_ledger"."outcome" = 'held';--> statement-breakpoint
COMMENT ON TABLE "staff_sessions" IS 'not in backups';--> statement-breakpoint
COMMENT ON TABLE "hand_offs" IS 'not in backups';--> statement-breakpoint
COMMENT ON TABLE "rate_limits" IS 'not in backups';--> statement-breakpoint
COMMENT ON TABLE "inbox_quotas" IS 'not in backups';
