CREATE TABLE "rate_limits" (
	"id" text PRIMARY KEY NOT NULL,
	"ready_at" timestamp with time zone NOT NULL,
	"strikes" integer NOT NULL,
	"forget_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_limits_forget" ON "rate_limits" USING btree ("forget_at");