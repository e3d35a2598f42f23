ALTER TABLE "payments" ADD COLUMN "started_by" uuid;--> statement-breakpoint
CREATE INDEX "patient_sessions_token" ON "patient_sessions" USING btree ("vendor","token_sha256");