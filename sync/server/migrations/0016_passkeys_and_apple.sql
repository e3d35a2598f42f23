CREATE TABLE "apple_attempts" (
	"vendor" text NOT NULL,
	"state_sha256" text NOT NULL,
	"cookie_sha256" text NOT NULL,
	"nonce" text NOT NULL,
	"device" text NOT NULL,
	"shared" boolean NOT NULL,
	"language" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"result_sha256" text,
	"identity" "bytea",
	"name" "bytea",
	CONSTRAINT "apple_attempts_vendor_state_sha256_pk" PRIMARY KEY("vendor","state_sha256")
);
--> statement-breakpoint
CREATE TABLE "apple_links" (
	"vendor" text NOT NULL,
	"subject" text NOT NULL,
	"person" uuid NOT NULL,
	"refresh_token" "bytea",
	"name" "bytea",
	CONSTRAINT "apple_links_vendor_subject_pk" PRIMARY KEY("vendor","subject")
);
--> statement-breakpoint
CREATE TABLE "apple_notifications" (
	"vendor" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "apple_notifications_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"vendor" text NOT NULL,
	"challenge" text NOT NULL,
	"device" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_vendor_challenge_pk" PRIMARY KEY("vendor","challenge")
);
--> statement-breakpoint
CREATE TABLE "passkey_users" (
	"vendor" text NOT NULL,
	"person" uuid NOT NULL,
	"user_id" text NOT NULL,
	"offered_at" timestamp with time zone,
	CONSTRAINT "passkey_users_vendor_person_pk" PRIMARY KEY("vendor","person")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"person" uuid NOT NULL,
	"credential" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"rp_id" text NOT NULL,
	"transports" text[] NOT NULL,
	"backup_eligible" boolean NOT NULL,
	"backed_up" boolean NOT NULL,
	"name" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE INDEX "apple_attempts_result" ON "apple_attempts" USING btree ("vendor","result_sha256");--> statement-breakpoint
CREATE INDEX "apple_links_person" ON "apple_links" USING btree ("vendor","person");--> statement-breakpoint
CREATE INDEX "passkey_challenges_device" ON "passkey_challenges" USING btree ("vendor","device");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_vendor_credential" ON "passkeys" USING btree ("vendor","credential");--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("vendor","person");--> statement-breakpoint
CREATE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential");--> statement-breakpoint
COMMENT ON TABLE "passkey_challenges" IS 'not in backups';--> statement-breakpoint
COMMENT ON TABLE "apple_attempts" IS 'not in backups';--> statement-breakpoint
COMMENT ON TABLE "apple_notifications" IS 'not in backups';
